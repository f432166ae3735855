import { describePumpedTemplates, times } from '../contract/pumped-templates.contract';
import { propertiesCodec } from './properties-codec';

const wide = (size: number): string => ' '.repeat(size / 2);
const lines = (size: number): string => 'line\n'.repeat(size / 20);
const names = (count: number): string[] => times(count, (i) => `new${i}`);

describePumpedTemplates(propertiesCodec, 'new', [
  [
    'many entries with comments',
    (size) => ({
      source: times(size / 20, (i) => `# c\n  k${i} = v\n`).join(''),
      description: 'd',
      added: names(size / 20),
    }),
  ],
  ['many comments of no entry', (size) => ({ source: `${'# c\n\n'.repeat(size / 5)}a=b\n`, added: names(size / 20) })],
  ['a text of many lines', (size) => ({ source: `a=${'b\\\n'.repeat(size / 3)}\n`, changed: lines(size) })],
  ['many backslashes', (size) => ({ source: `a=${'\\'.repeat(size)}\nb=\\n\n`, added: names(size / 20) })],
  ['a wide continuation', (size) => ({ source: `a=b\\n\\\n${wide(size)}c\n`, changed: lines(size) })],
  ['a wide separator', (size) => ({ source: `a${wide(size)}=b\n`, added: names(size / 20) })],
  ['a wide separator that continues', (size) => ({ source: `a=${wide(size)}\\\n b\n`, added: names(size / 20) })],
  ['a wide comment', (size) => ({ source: `${wide(size)}# c\na=b\n`, description: lines(size) })],
  ['a wide mark of a comment', (size) => ({ source: `${'#'.repeat(size)}\na=b\n`, description: lines(size) })],
]);
