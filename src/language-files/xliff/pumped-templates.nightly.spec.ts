import { describePumpedTemplates, times } from '../contract/pumped-templates.contract';
import { xliff2Codec, xliffCodec } from './xliff-codec';

const comments = (size: number): string => '<!---->'.repeat(size / 7);

const file = (units: string): string =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" target-language="en" datatype="plaintext"><body>\n${units}\n</body></file></xliff>`;
const unit = (id: string): string => `<trans-unit id="${id}"><source>s</source><target>t</target></trans-unit>`;

describePumpedTemplates(xliffCodec, 'new', [
  ['many comments behind a unit', (size) => ({ source: file(unit('a') + comments(size)) })],
  ['many comments between two units', (size) => ({ source: file(unit('a') + comments(size) + unit('b')) })],
  [
    'many units with comments',
    (size) => ({ source: file(times(size / 100, (i) => `<!-- c -->\n${unit(`k${i}`)}<!-- d -->\n`).join('')) }),
  ],
]);

const file2 = (units: string): string =>
  `<xliff version="2.0" srcLang="en" trgLang="en" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="f">\n${units}\n</file></xliff>`;
const unit2 = (id: string): string => `<unit id="${id}"><segment><source>s</source><target>t</target></segment></unit>`;

describePumpedTemplates(xliff2Codec, 'new', [
  ['many comments behind a unit', (size) => ({ source: file2(unit2('a') + comments(size)) })],
]);
