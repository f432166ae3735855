import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codecs } from '../../src/language-files';
import { pathOf } from '../../src/language-files/layout/path-of';

const document = readFileSync(join(__dirname, '../../docs/formats.md'), 'utf8');
/** Returns the section of a format, up to the next heading. */
const findSection = (id: string): string =>
  document.split(/^## /m).find((section) => section.startsWith(`\`${id}\``)) ?? '';
/** The lines of the document without alignment spaces. */
const rows = document.split('\n').map((line) => line.replaceAll(/ +/g, ' '));

describe('docs/formats.md', () => {
  it.each(codecs)(
    'has a section for $id with the name, extensions and losses of the codec',
    ({ id, name, extensions, losses }) => {
      const section = findSection(id);
      expect(section).toContain(`\`${id}\`: ${name}`);
      for (const extension of extensions) expect(section).toContain(`\`.${extension}\``);
      const listed = section.split('Lost:')[1]?.match(/^- .+$/gm) ?? [];
      expect(listed.map((line) => line.slice(2).replaceAll('\\', ''))).toEqual(
        losses.map((loss) => loss.replaceAll('\\', '')),
      );
    },
  );

  it.each(codecs)('lists the paths of $id in a zip', (codec) => {
    const path = (language: string, namespace?: string): string =>
      `\`${pathOf(codec, language, namespace, language === 'en')}\``;
    const cells = codec.multilingual
      ? ['one file for all languages', '', '']
      : [path('en'), path('pt-BR'), path('pt-BR', 'shop')];
    expect(rows).toContain(`| \`${codec.id}\` | ${cells.join(' | ')} |`.replaceAll(/ +/g, ' '));
  });
});
