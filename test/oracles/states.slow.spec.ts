import { join } from 'node:path';
import type { TranslationState } from '../../src/common/translation-state';
import { parseStated, STATE_FILES, WITH_STATES, writeStated } from '../../src/language-files/contract/states.contract';
import { stateInFormat } from '../../src/language-files/model/state-support';
import { type DebianPackage, describeWith, python, run, withFile } from './oracle';

/** A program that returns the state of the only text of a file; undefined where the file has none. */
interface Judge {
  format: string;
  packages: DebianPackage[];
  stateIn: (path: string) => TranslationState | undefined;
}

const XLIFF2_SCHEMA = join(__dirname, 'xsd/xliff_core_2.0.xsd');
const XLIFF2_STATES = 'string(//*[local-name()="unit"]/*[local-name()="segment"]/@state)';

const stateInPo = (path: string, po = run('msgcat', [path])): TranslationState => {
  expect(po).toContain('msgstr "A"');
  return run('msgattrib', ['--only-fuzzy', '-'], po).includes('msgstr "A"') ? 'draft' : 'translated';
};

const JUDGES: Judge[] = [
  { format: 'po', packages: ['gettext'], stateIn: (path) => stateInPo(path) },
  {
    format: 'qt-ts',
    packages: ['qt6-l10n-tools', 'gettext'],
    stateIn: (path) =>
      stateInPo(path, run('/usr/lib/qt6/bin/lconvert', ['-i', path, '-if', 'ts', '-of', 'po', '-o', '-'])),
  },
  {
    format: 'xliff',
    packages: ['python3-translate'],
    stateIn: (path) => (python('xliff_state.py', path) as TranslationState | null) ?? undefined,
  },
  {
    format: 'xliff2',
    packages: ['libxml2-utils'],
    stateIn: (path) => {
      run('xmllint', ['--nonet', '--noout', '--schema', XLIFF2_SCHEMA, path]);
      const state = run('xmllint', ['--nonet', '--xpath', XLIFF2_STATES, path]).trim();
      const states: Record<string, TranslationState> = { initial: 'draft', translated: 'translated' };
      return state === '' ? undefined : (states[state] ?? 'reviewed');
    },
  },
];

describe.each(JUDGES)('states in $format', ({ format, packages, stateIn }) => {
  const codec = WITH_STATES.find(({ id }) => id === format);
  if (!codec) throw new Error(`${format} has no states`);
  const judge = (bytes: Buffer): TranslationState | undefined => withFile('f', bytes, stateIn);
  const others = STATE_FILES.filter((file) => file.id !== format);
  const own = STATE_FILES.filter((file) => file.id === format);

  describeWith(packages, 'an independent program', () => {
    it.each(others)('reads what $id: $said becomes', (file) => {
      const { state = 'translated' } = file;
      const written = writeStated(codec, { key: 'a', value: 'A' }, state);
      expect(judge(written) ?? 'translated').toBe(stateInFormat(state, codec.states));
    });

    it.each(own)(
      'reads the same from $said when it comes back, in either layout',
      ({ bytes, state = 'translated' }) => {
        const parsed = parseStated(codec, bytes);
        const before = judge(bytes);
        expect(judge(writeStated(codec, parsed, state))).toBe(before);
        expect(judge(writeStated(codec, parsed, state, bytes))).toBe(before);
      },
    );
  });
});
