import { describePumpedTemplates, times } from '../contract/pumped-templates.contract';
import { qtTsCodec } from './qt-ts-codec';

const comments = (size: number): string => '<!---->'.repeat(size / 7);
const file = (messages: string): string =>
  `<TS version="2.1" language="en"><context><name>c</name>\n${messages}\n</context></TS>`;
const message = (id: string): string =>
  `<message><location filename="f" line="+1"/><source>${id}</source><translation>t</translation></message>\n`;

describePumpedTemplates(qtTsCodec, 'new', [
  ['many comments behind a message', (size) => ({ source: file(message('a').trim() + comments(size)) })],
  ['many messages', (size) => ({ source: file(times(size / 120, (i) => message(`k${i}`)).join('')) })],
]);
