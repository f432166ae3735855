import { describePumpedTemplates, times } from '../contract/pumped-templates.contract';
import { poCodec } from './po-codec';

describePumpedTemplates(poCodec, 'new', [
  ['many messages of one key', (size) => ({ source: 'msgid "a"\nmsgstr "b"\n\n'.repeat(size / 22) })],
  [
    'many messages with comments',
    (size) => ({
      source: times(size / 40, (i) => `#. c\n#: f:${i}\nmsgid "k${i}"\nmsgstr "b"\n\n`).join(''),
      description: 'd',
    }),
  ],
  [
    'many types of content in one line of an ASCII file',
    (size) => ({
      source: `msgid ""\nmsgstr "${'Content-Type: '.repeat(size / 14)}\\n"\n\nmsgid "a"\nmsgstr "b"\n`,
      changed: 'ö',
    }),
  ],
]);
