import type { Plural } from '../../model/plural';
import { isArgumentName } from '../plurals/icu-message';
import { lookalikes, placeholderStyle, SYNTAXES, writePieces } from './convert-placeholders';
import {
  argumentOf,
  COUNT,
  isPlaceholder,
  nameOf,
  pieces,
  type Argument,
  type Piece,
  type Placeholder,
  type PlaceholderStyle,
} from './placeholder';

/** A plural with literal forms, and which `#` and `{name}` in them are ICU's arguments (`printPluralMessage`). */
export interface PluralWithPlaceholders extends Plural {
  readonly placeholders: readonly string[];
}

export interface PluralConversion {
  plural: PluralWithPlaceholders;
  unconverted: string[];
}

/**
 * As `convertPlaceholders`, on all forms of a plural or on none. The number that selects the form is known in every style:
 * ICU's `#`, the argument that the plural is named after (`{{count}}`), or the only whole number among positions (`%d`).
 */
export function convertPluralPlaceholders(
  plural: PluralWithPlaceholders,
  from: PlaceholderStyle | undefined,
  to: PlaceholderStyle,
  order: readonly string[] = [],
): PluralConversion {
  const texts = [...plural.exact.values(), ...plural.forms.values()];
  const style = from ?? (plural.placeholders.length > 0 ? 'icu' : placeholderStyle(texts.join('\n')));
  if (style === undefined) return { plural, unconverted: lookalikes(texts.join('\n'), to) };
  if (style === to) return { plural, unconverted: [] };
  const read = texts.map((text) => (style === 'icu' ? readIcuForm(text, plural) : SYNTAXES[style].read(text)));
  if (read.every((form) => form.every((piece) => typeof piece === 'string'))) return { plural, unconverted: [] };
  const marked = markCount(read, plural.arg);
  const written = to === 'icu' ? writeIcuForms(marked) : writeForms(marked, plural.arg, to, order);
  if (written.unconverted.length > 0) return { plural, unconverted: [...new Set(written.unconverted)] };
  const next = written.texts[Symbol.iterator]();
  const renewed = <K>(forms: ReadonlyMap<K, string>): Map<K, string> =>
    new Map([...forms.keys()].map((key) => [key, next.next().value ?? '']));
  const [exact, forms] = [renewed(plural.exact), renewed(plural.forms)];
  return { plural: { ...plural, exact, forms, placeholders: written.placeholders }, unconverted: [] };
}

interface WrittenForms {
  texts: string[];
  placeholders: string[];
  unconverted: string[];
}

const ICU_FORM = /#|\{([^{}]*)\}/g;

function readIcuForm(form: string, { placeholders, arg }: PluralWithPlaceholders): Piece[] {
  return pieces(form, ICU_FORM, ([raw, name]) => {
    if (!placeholders.includes(raw)) return raw;
    if (name === undefined || name === arg) return { argument: COUNT, conversion: 'd', modifiers: '', raw };
    return { argument: argumentOf(name), conversion: 's', modifiers: '', raw };
  });
}

function markCount(forms: readonly Piece[][], arg: string): Piece[][] {
  const placeholders = forms.flat().filter(isPlaceholder);
  if (placeholders.some(({ argument }) => argument === COUNT)) return [...forms];
  const named = argumentOf(arg);
  const wholes = new Set(placeholders.flatMap(({ argument, conversion }) => (conversion === 'd' ? [argument] : [])));
  const only = wholes.size === 1 ? [...wholes][0] : undefined;
  const count = placeholders.some(({ argument }) => argument === named)
    ? named
    : typeof only === 'number'
      ? only
      : undefined;
  return forms.map((form) =>
    form.map((piece) => (isPlaceholder(piece) && piece.argument === count ? { ...piece, argument: COUNT } : piece)),
  );
}

/** Forms stay literal; what stands in them like an argument and is none would become one. */
function writeIcuForms(forms: readonly Piece[][]): WrittenForms {
  const written: WrittenForms = { texts: [], placeholders: [], unconverted: [] };
  const used = new Set<string>();
  for (const form of forms) {
    let text = '';
    for (const piece of form) {
      if (typeof piece === 'string') text += piece;
      else {
        const token = isPlaceholder(piece) ? icuToken(piece) : undefined;
        if (token === undefined) written.unconverted.push(isPlaceholder(piece) ? piece.raw : piece.foreign);
        else used.add(token);
        text += token ?? '';
      }
    }
    written.texts.push(text);
  }
  const literal = forms.flat().filter((piece) => typeof piece === 'string');
  written.unconverted.push(...[...used].filter((token) => literal.some((text) => text.includes(token))));
  written.placeholders = [...used];
  return written;
}

function icuToken({ argument, conversion, modifiers }: Placeholder): string | undefined {
  if (modifiers !== '') return undefined;
  if (argument === COUNT) return '#';
  const name = nameOf(argument);
  return conversion === 's' && name !== undefined && isArgumentName(name) ? `{${name}}` : undefined;
}

function writeForms(
  forms: readonly Piece[][],
  arg: string,
  to: PlaceholderStyle,
  order: readonly string[],
): WrittenForms {
  const positioned = forms.map((form) => form.map((piece) => withPosition(piece, to, order)));
  const count = countIn(to, positioned.flat(), arg);
  const written: WrittenForms = { texts: [], placeholders: [], unconverted: [] };
  for (const form of positioned) {
    const named = form.map((piece) =>
      isPlaceholder(piece) && piece.argument === COUNT ? { ...piece, ...count } : piece,
    );
    const { written: text, unconverted } = writePieces(named, to);
    written.texts.push(text ?? '');
    written.unconverted.push(...unconverted);
  }
  return written;
}

function withPosition(piece: Piece, to: PlaceholderStyle, order: readonly string[]): Piece {
  if (!isPlaceholder(piece) || typeof piece.argument !== 'string' || (to !== 'android' && to !== 'apple')) return piece;
  const position = order.indexOf(piece.argument);
  return position < 0 ? piece : { ...piece, argument: position };
}

/** By name where there are names; else the first position that no other argument has. */
function countIn(
  to: PlaceholderStyle,
  all: readonly Piece[],
  arg: string,
): { argument: Argument; conversion?: string } {
  const others = new Set(all.filter(isPlaceholder).map(({ argument }) => argument));
  if (to === 'i18next' || to === 'ruby') return { argument: argumentOf(arg), conversion: 's' };
  if (to === 'printf' && [...others].some((argument) => typeof argument === 'string')) return { argument: arg };
  let position = 0;
  while (others.has(position)) position++;
  return { argument: position };
}
