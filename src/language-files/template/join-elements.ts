import type { FileTemplate, ListSpace, Span, TemplateElement, TemplateList } from './file-template';
import { Gaps, withIndentOf } from './gaps';

export interface ChangedElement {
  source: string;
  /** The element has lost its keys, and holds the place of its list's later elements. */
  isGone?: boolean;
  /** The element holds a place, and has no text. */
  isVoid?: boolean;
}

/** A new or changed element, or several that stay as they are with what stands between them. */
export interface WrittenElement extends Partial<ChangedElement> {
  isNote?: boolean;
  /** The indexes of the elements in their list. Undefined for a new element. */
  place?: { first: number; last: number };
  /** The index of the element that a new one stands before, or in place of. Default: it stands behind others. */
  before?: number;
}

/** Joins elements with what stood between them, and new elements with the shortest of the list's gaps. */
export function joinElements(template: FileTemplate, list: TemplateList, written: readonly WrittenElement[]): string {
  if (written.length === 0) return '';
  const { source } = template;
  const { elements } = list;
  const usual = template.spaceOf(list);
  const gaps = new Gaps(source, elements);
  const [head, tail] = [elements.at(0), elements.at(-1)];
  const sources = separate(template, list, written).map((text, i) => moveLead(list, written, i, text));
  const parts = [head ? source.slice(list.start, head.start) : usual.before];
  for (const [i, { place, before }] of written.entries()) {
    const previous = written[i - 1];
    if (previous) {
      const next = place?.first ?? placeOf(previous, before);
      const between =
        previous.before !== undefined && previous.before === place?.first
          ? gaps.behindNew(previous.before, usual.between)
          : gaps.between(previous.place?.last, next, usual.between);
      const gap = !place && elementAt(list, previous)?.endsWithComment ? withBlankLine(between) : between;
      const isBesideNew = !previous.place || !place;
      const space = isBesideNew ? widen(gap, usual) : gap;
      // White space at the end of a line could become a part of a comment there.
      const isOnNewLine = !place && /^[\r\n]/.test(sources[i] ?? '');
      parts.push(behindLine(source, elementAt(list, previous), isOnNewLine && /^[ \t]*$/.test(space) ? '' : space));
    }
    parts.push(sources[i] ?? '');
  }
  const last = written.at(-1);
  const end = tail ? source.slice(tail.end, list.end) : usual.after;
  parts.push(behindLine(source, elementAt(list, last), end !== '' && !last?.place ? widen(end, usual) : end));
  return parts.join('');
}

/**
 * Returns the place of a new element directly behind an element of the list: what stood there before stays in front of
 * it.
 */
const placeOf = ({ place }: WrittenElement, before?: number): number | undefined =>
  place && before === place.last + 1 ? before : undefined;

/**
 * Returns the source of an element without the white space of `lead` at its start if the element is the first one, and
 * else with it.
 */
function moveLead({ lead }: TemplateList, written: readonly WrittenElement[], index: number, source: string): string {
  const isHead = written[index]?.place?.first === 0;
  if (lead === undefined || isHead === (index === 0)) return source;
  if (isHead) return lead + source;
  return source.startsWith(lead) ? source.slice(lead.length) : source;
}

/** Returns a gap with a blank line. */
const withBlankLine = (gap: string): string => gap.replace(/^([^\r\n]*)(\r\n|\r|\n)(?![^]*[\r\n])/, '$1$2$2');

/** Returns the white space beside a new element. */
const widen = (gap: string, { aroundNew = '' }: ListSpace): string =>
  gap.replace(/[ \t]/g, '').length < aroundNew.length ? withIndentOf(aroundNew, gap) : gap;

/** Returns the last of the elements that stand in a place. */
const elementAt = ({ elements }: TemplateList, written?: WrittenElement): TemplateElement | undefined =>
  written?.place && elements[written.place.last];

/**
 * Returns the sources with a separator behind each element but the last, which has one if the last of the list had one.
 */
function separate(
  { source: file, elementSeparator: separator }: FileTemplate,
  { elements }: TemplateList,
  written: readonly WrittenElement[],
): readonly string[] {
  const sources = written.map(
    ({ source, place }) => source ?? (place ? file.slice(elements[place.first]?.start, elements[place.last]?.end) : ''),
  );
  if (separator === undefined) return sources;
  const tail = elements.findLast((element) => element.separator)?.separator;
  // Only the last separator of unchanged elements may have to change: the others had elements behind them.
  const separators = written.map(({ place }) => place && lastSeparator(elements, place));
  const last = written.findLastIndex(({ place }, i) => !place || separators[i]);
  return written.map(({ place }, i) => {
    const source = sources[i] ?? '';
    const sign = i < last || (tail && tail.end > tail.start) ? separator : '';
    if (!place) return source + sign;
    const old = separators[i];
    const end = elements[place.last]?.end;
    if (!old || end === undefined) return source;
    const start = source.length - (end - old.start);
    return source.slice(0, start) + sign + source.slice(start + old.end - old.start);
  });
}

function lastSeparator(
  elements: readonly TemplateElement[],
  { first, last }: NonNullable<WrittenElement['place']>,
): Span | undefined {
  for (let index = last; index >= first; index--) {
    const separator = elements[index]?.separator;
    if (separator) return separator;
  }
  return undefined;
}

/** Returns a gap, with the line break that the comment before it needs. */
function behindLine(source: string, before: TemplateElement | undefined, gap: string): string {
  if (!before?.endsLine || /[\r\n]/.test(gap)) return gap;
  const { end } = before;
  return (source.startsWith('\r\n', end) ? '\r\n' : source.slice(end, end + 1)) + gap;
}
