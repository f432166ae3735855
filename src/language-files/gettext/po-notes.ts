import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import { isPluralCategory } from '../text/plurals/categories';
import { closingQuote, quotePo, unescapePo } from './po-string';

/**
 * The content of a message's extracted comments (`#.`): the description of its key, then lines for data that PO has no
 * field for:
 *
 *     #. Source text: "Home"
 *     #. Source text (one): "%d file"
 *     #. Plural argument: "n"
 *
 * The key is the msgid, so a source text that differs from it (with symbolic keys, or after an edit) is written as a
 * comment: translators see it, and an import restores it. A description line that looks like one of these gets a
 * backslash in front.
 */
export interface PoNotes {
  description?: string;
  source?: string | Plural;
  /** The argument of the message's plurals, where it is not `count`. */
  arg?: string;
}

const MARKER =
  /^(?:Source text(?: \((zero|one|two|few|many|other|=(?:0|[1-9]\d{0,14}))\))?|(Plural argument)): ([^]*)$/;

/** @param lines the extracted comments, without `#. ` */
export function readNotes(lines: readonly string[]): PoNotes {
  const description: string[] = [];
  const sources = new Map<string, string>();
  let arg: string | undefined;
  for (const line of lines) {
    const marker = readMarker(line);
    if (!marker) description.push(isEscaped(line) ? line.slice(1) : line);
    else if (marker.isArgument) arg = marker.text;
    else sources.set(marker.selector, marker.text);
  }
  const text = description.join('\n');
  const source = buildSource(sources, arg);
  return {
    ...(text !== '' && { description: text }),
    ...(source !== undefined && { source }),
    ...(arg !== undefined && { arg }),
  };
}

/** Returns the extracted comments, without `#. `, one for each line. */
export function notesLines({ description, source, arg }: PoNotes): string[] {
  const lines = description === undefined ? [] : commentLines(description);
  const escaped = lines.map((line) => (readMarker(line) || isEscaped(line) ? `\\${line}` : line));
  const argument = arg === undefined ? [] : [`Plural argument: ${quotePo(arg)}`];
  return [...escaped, ...sourceLines(source), ...argument];
}

/**
 * Splits a comment into lines. A lone CR ends a line too, because many readers treat it as a line end. CR before LF is
 * kept, because they treat the pair as one line end.
 */
export const commentLines = (text: string): string[] => text.split(/\n|\r(?!\n|$)/);

/** A line `Source text: "…"`, `Source text (selector): "…"` or `Plural argument: "…"`. */
interface Marker {
  isArgument: boolean;
  /** A plural category or `=N`; empty for a source text without plural forms. */
  selector: string;
  text: string;
}

function readMarker(line: string): Marker | undefined {
  const [, selector = '', argument, literal = ''] = MARKER.exec(line) ?? [];
  if (!literal.startsWith('"') || closingQuote(literal, 0) !== literal.length - 1) return undefined;
  const text = unescapePo(literal.slice(1, -1), () => undefined);
  return text === undefined ? undefined : { isArgument: argument !== undefined, selector, text };
}

const isEscaped = (line: string): boolean =>
  line.startsWith('\\') && readMarker(line.replace(/^\\+/, '')) !== undefined;

/** @param sources texts by their selector */
function buildSource(sources: ReadonlyMap<string, string>, arg = 'count'): string | Plural | undefined {
  const other = sources.get('other');
  if (other === undefined) return sources.get('');
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  for (const [selector, text] of sources) {
    if (isPluralCategory(selector)) forms.set(selector, text);
    else if (selector.startsWith('=')) exact.set(Number(selector.slice(1)), text);
  }
  return { type: 'cardinal', arg, exact, forms };
}

function sourceLines(source: string | Plural | undefined): string[] {
  if (source === undefined) return [];
  if (typeof source === 'string') return [`Source text: ${quotePo(source)}`];
  const exact = [...source.exact].sort(([a], [b]) => a - b).map(([n, text]) => [`=${n}`, text] as const);
  const forms = PLURAL_CATEGORIES.flatMap((category) => {
    const text = source.forms.get(category);
    return text === undefined ? [] : [[category, text] as const];
  });
  return [...exact, ...forms].map(([selector, text]) => `Source text (${selector}): ${quotePo(text)}`);
}
