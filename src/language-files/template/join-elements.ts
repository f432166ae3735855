import type { FileTemplate, TemplateElement, TemplateList } from './file-template';

export interface KeptElement {
  source: string;
  /** The element has lost its keys, and holds the place of its list's later elements. */
  isGone?: boolean;
}

export interface WrittenElement extends KeptElement {
  isNote?: boolean;
  /** Undefined for a new element. */
  place?: { index: number; element: TemplateElement };
}

/** A longer gap is not repeated for each new element. */
const MAX_SEPARATOR = 200;

/** Joins elements with what stood between them, and new elements with the shortest of the list's gaps. */
export function joinElements(template: FileTemplate, list: TemplateList, written: readonly WrittenElement[]): string {
  if (written.length === 0) return '';
  const { source } = template;
  const { elements } = list;
  // The gap behind each element but the last.
  const gaps = elements.slice(1).map((element, i) => source.slice(elements[i]?.end, element.start));
  const usual = template.spaceOf(list);
  const shortest = gaps.reduce((one, other) => (other.length < one.length ? other : one), gaps[0] ?? usual.between);
  const separator = shortest.length > MAX_SEPARATOR ? usual.between : shortest;
  const [head, tail] = [elements.at(0), elements.at(-1)];
  const sources = separate(template, list, written);
  const parts = [head ? source.slice(list.start, head.start) : usual.before];
  for (const [i, element] of written.entries()) {
    const previous = written[i - 1];
    if (previous) parts.push(behindLine(source, previous, gapBetween(gaps, previous, element) ?? separator));
    parts.push(sources[i] ?? '');
  }
  const last = written.at(-1);
  parts.push(behindLine(source, last, tail ? source.slice(tail.end, list.end) : usual.after));
  return parts.join('');
}

/** Returns what stood before an element; where elements were removed, the blank lines before or behind them stay. */
function gapBetween(gaps: readonly string[], before: WrittenElement, { place }: WrittenElement): string | undefined {
  if (!place) return undefined;
  const { index } = place;
  const removed = gaps.slice(before.place?.index ?? Math.max(0, index - 1), index);
  return removed.reduce((one, other) => (other.length > one.length ? other : one), removed[0] ?? '');
}

/** Returns the sources with a separator behind each element but the last, which has one if the last of the list had one. */
function separate(
  { elementSeparator: separator }: FileTemplate,
  { elements }: TemplateList,
  written: readonly WrittenElement[],
): readonly string[] {
  if (separator === undefined) return written.map(({ source }) => source);
  const tail = elements.findLast((element) => element.separator)?.separator;
  const last = written.findLastIndex(({ place }) => !place || place.element.separator);
  return written.map(({ source, place }, i) => {
    const sign = i < last || (tail && tail.end > tail.start) ? separator : '';
    if (!place) return source + sign;
    const { separator: old, end } = place.element;
    if (!old) return source;
    const start = source.length - (end - old.start);
    return source.slice(0, start) + sign + source.slice(start + old.end - old.start);
  });
}

/** Returns a gap, with the line break that the comment before it needs. */
function behindLine(source: string, { place }: WrittenElement = { source: '' }, gap: string): string {
  if (!place?.element.endsLine || /[\r\n]/.test(gap)) return gap;
  const { end } = place.element;
  return (source.startsWith('\r\n', end) ? '\r\n' : source.slice(end, end + 1)) + gap;
}
