import { describePumpedTemplates, times } from '../contract/pumped-templates.contract';
import { tmxCodec } from './tmx-codec';

const file = (units: string): string =>
  `<tmx version="1.4"><header srclang="en" creationtool="a" creationtoolversion="1" segtype="block" o-tmf="a" adminlang="en" datatype="plaintext"/><body>\n${units}</body></tmx>\n`;
const unit = (id: string): string => `<tu tuid="${id}"><tuv xml:lang="en"><seg>a</seg></tuv></tu>\n`;

describePumpedTemplates(tmxCodec, 'new', [
  ['many units of one key', (size) => ({ source: file(unit('a').repeat(size / 60)) })],
  ['many units', (size) => ({ source: file(times(size / 60, (i) => unit(`k${i}`)).join('')) })],
]);
