import { LinearTimeCheck } from '../../contract/linear-time.contract';
import { ATOMS, pumpedTexts } from '../../contract/pumped-texts.contract';
import { PLURAL_CATEGORIES } from '../../model/plural';
import { codecs } from '../../model/registry';
import { PLACEHOLDER_STYLES } from '../placeholders/placeholder';
import { parsePluralMessage } from '../plurals/icu-message';
import { fromMessage, toMessage } from './convert-message';
import { mergePlural, mergeText } from './merge-message';

/** `FUZZ=1` takes more texts, and `FUZZ=all` all texts, styles and formats, which takes hours. */
const isFuzz = process.env.FUZZ !== undefined;
const isComplete = process.env.FUZZ === 'all';

/** The sizes of texts in UTF-16 code units. A project holds texts of at most 65,536 characters. */
const LENGTHS = [16_000, 64_000];
/**
 * On a quiet machine, each conversion of 64,000 characters takes less than 0.05 s. Quadratic ones took 4 to 12 s, and
 * the comparison of the sizes finds them; the limit is for work that is linear and slow.
 */
const MAX_SECONDS = 2;
const FEW = ['#', '{a}', '%1$s', '{', '{{', "'", '%(a№)s', '{a№}'];
const atoms = isFuzz ? [...new Set([...FEW, ...ATOMS])] : FEW;
const styles = isComplete ? [undefined, ...PLACEHOLDER_STYLES] : (['printf', 'apple', 'icu'] as const);

/** A conversion depends on the plurals of the format and on nothing else of it. */
const formats = (isComplete ? ['native', 'none'] : ['native']).flatMap((plurals) =>
  codecs.filter((codec) => codec.plurals === plurals).slice(0, 1),
);

/** A step of a conversion, on a message. */
type Step = (message: string) => void;

describe('pumped messages', () => {
  it.each(formats.flatMap((codec) => styles.map((style) => ({ codec, style }))))(
    'are converted for $codec.id in the style $style in linear time',
    ({ codec, style }) => {
      const conversion = { style, warn: () => undefined };
      checkSteps({
        'to the format': (message) => fromMessage(message, codec, conversion, message),
        'from the format': (message) => toMessage(message, conversion, message),
        'from a plural of the format': (message) => {
          const plural = parsePluralMessage(message);
          if (plural) toMessage(plural, conversion, message);
        },
      });
    },
    600_000,
  );

  it('are compared with the messages that they replace in linear time', () => {
    const scope = { categories: PLURAL_CATEGORIES, exact: 'none' } as const;
    checkSteps({
      'the same plural': (message) => mergePlural(message, { current: message, sourceText: message }, scope),
      'another plural': (message) => mergePlural(message, { current: '{n, plural, other {{a} #}}' }, scope),
      ...Object.fromEntries(
        PLACEHOLDER_STYLES.map((style) => [
          `a plural of the style ${style}`,
          (message: string) => mergePlural(message, { current: '{n, plural, other {{a} #}}' }, { ...scope, style }),
        ]),
      ),
      'a text for a plural': (message) => mergeText('a text', message, { isNative: true, written: () => 'b' }),
      'a plural for a text': (message) => mergeText(message, 'a text', { isNative: false, written: () => 'b' }),
    });
  }, 600_000);
});

/** The text alone, as the forms of a plural, and behind quoted text. */
const shapesOf = (text: string): [name: string, message: string][] => [
  ['a text', text],
  ['a plural', `{n, plural, =0 {${text.slice(0, text.length / 2)}} other {${text.slice(text.length / 2)}}}`],
  ['a quoted plural', `{n, plural, other {'{'${text.replaceAll("'", "''")}}}`],
];

function checkSteps(steps: Record<string, Step>): void {
  const check = new LinearTimeCheck(() => MAX_SECONDS);
  const texts = LENGTHS.map((length) => [...pumpedTexts(length, atoms, isComplete)]);
  texts[0]?.forEach(({ name }, number) => {
    const sizes = texts.map((sameLength) => shapesOf(sameLength[number]?.text ?? ''));
    for (const [step, work] of Object.entries(steps)) {
      for (const [index, [shape]] of (sizes[0] ?? []).entries()) {
        for (const shapes of sizes) {
          const message = shapes[index]?.[1] ?? '';
          check.check(`${name} as ${shape}, ${step}`, message.length, () => work(message));
        }
      }
    }
  });
}
