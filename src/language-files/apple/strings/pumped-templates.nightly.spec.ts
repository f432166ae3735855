import { describePumpedTemplates, times } from '../../contract/pumped-templates.contract';
import { stringsCodec } from './strings-codec';

const wide = (size: number): string => ' '.repeat(size / 2);
const lines = (size: number): string => 'line\n'.repeat(size / 20);
const names = (count: number): string[] => times(count, (i) => `new${i}`);

describePumpedTemplates(stringsCodec, 'new', [
  [
    'many entries with comments',
    (size) => ({
      source: times(size / 30, (i) => `/* c */\n"k${i}" = "v";\n`).join(''),
      description: 'd',
      added: names(size / 20),
    }),
  ],
  [
    'many entries in one line',
    (size) => ({
      source: `// c\n${times(size / 20, (i) => `"k${i}"="v";`).join('')}`,
      description: 'd',
      added: names(size / 20),
    }),
  ],
  [
    'many comments of no entry',
    (size) => ({ source: `${'/* c */\n\n'.repeat(size / 9)}"a"="b";`, added: names(size / 20) }),
  ],
  [
    'many comments in one entry',
    (size) => ({ source: `"a" ${'/* c */ '.repeat(size / 8)}= "b";`, description: 'd', added: names(size / 20) }),
  ],
  ['a text of many lines', (size) => ({ source: `"a" = "${'b\n'.repeat(size / 2)}";`, changed: lines(size) })],
  ['many backslashes', (size) => ({ source: `"a" = "${'\\\\'.repeat(size / 2)}\n";`, changed: '\\'.repeat(size / 2) })],
  ['a wide sign', (size) => ({ source: `"a"${wide(size)}= "b";`, added: names(size / 20) })],
  ['a wide sign with a comment', (size) => ({ source: `"a"${wide(size)}/**/= "b";`, added: names(size / 20) })],
  ['a wide comment', (size) => ({ source: `${wide(size)}// c\n"a" = "b";`, description: lines(size) })],
]);
