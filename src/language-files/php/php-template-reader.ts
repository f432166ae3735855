import { findHabit } from '../template/name-habit';
import type { TemplateContext, TemplateSupport } from '../model/codec';
import type { Value } from '../model/entry';
import { KeyPaths } from '../model/nesting/key-paths';
import type { Span, TemplateElement } from '../template/file-template';
import { addList } from '../template/nested-list';
import { newNames, separatorOf } from '../template/new-names';
import { placeComments } from './php-comments';
import { createPhpList, type PhpList } from './php-list';
import type { PhpScalar } from './php-scalar';
import { PhpStyle } from './php-style';
import { type PhpPlaces, PhpTemplate, phpTexts } from './php-template';
import { isIndex, type PhpElement, type PhpHandler, visitPhp } from './php-visitor';
import { findReplacedElements } from './replaced-elements';

export const phpTemplate: TemplateSupport<PhpPlaces, PhpTemplate> = {
  read: readPhpPlaces,
  open: (places, file, source) =>
    new PhpTemplate(
      places,
      newNames(file, places.names, () => source?.places()),
    ),
  texts: phpTexts,
};

/** @throws FormatError as `visitPhp` does */
function readPhpPlaces(source: string, context: TemplateContext): PhpPlaces {
  const { text: separator } = separatorOf(context);
  const reader = new TemplateReader(findReplacedElements(source, separator));
  const paths = new KeyPaths(separator);
  visitPhp(source, reader, paths);
  const { root, comments, values } = reader;
  placeComments(source, root, comments);
  const names = {
    hasJoined: paths.hasJoined,
    isNested: reader.isNested,
    isSplit: findHabit(root, separatorOf(context)),
  };
  return { source, root, values, style: new PhpStyle(source, root), names };
}

/** Stands for the text of a value that a later text replaces: no text is in its place. */
const REPLACED = '…';

/** Builds the lists of a file. The keys are the same as in `visitPhp`. */
class TemplateReader implements PhpHandler {
  readonly root = createPhpList(0);
  readonly comments: Span[] = [];
  readonly values = new Map<string, Value>();
  isNested = false;
  private readonly open: { list: PhpList; element?: TemplateElement }[] = [];
  /** The element that a later one replaces, and the number of open arrays in it, with itself. */
  private leftOut?: TemplateElement;
  private depth = 0;

  constructor(private readonly replaced: ReturnType<typeof findReplacedElements>) {}

  comment(start: number, end: number): void {
    this.comments.push({ start, end });
  }

  beginArray(place: PhpElement | undefined, { start, end }: Span): void {
    const parent = this.open.at(-1)?.list;
    if (!parent || !place) {
      this.root.start = end;
      this.open.push({ list: this.root });
      return;
    }
    this.isNested = true;
    if (this.leftOut || this.replaced.has(start)) {
      this.leftOut ??= this.addReplaced(place, { start, end });
      this.depth++;
      return;
    }
    const list = createPhpList(end, parent, place.key);
    list.open = start;
    if (place.name === undefined) parent.items.push([place.index, list]);
    else addList(parent, place.name, list);
    // Without it, an earlier element of the name would count.
    if (place.name !== undefined && parent.names.has(place.name)) list.isKept = true;
    this.open.push({ list, element: this.add(place, start, { start: place.start, end, list }) });
  }

  endArray(_size: number, bracket: Span): void {
    if (this.leftOut) {
      if (--this.depth > 0) return;
      this.finish(this.leftOut, bracket.end);
      if (this.leftOut.text) this.leftOut.text.end = bracket.end;
      this.leftOut = undefined;
      return;
    }
    const closed = this.open.pop();
    if (!closed) return;
    const { list, element } = closed;
    list.end = bracket.start;
    list.close = bracket.end;
    if (element) this.finish(element, bracket.end);
    const hasItems = list.size > 0;
    list.isArray = hasItems && list.names.size === 0 && list !== this.root;
    list.isMixed = hasItems && !list.isArray;
    if (hasItems) for (const numbered of list.numbered) numbered.isPositional = true;
    if (list.isArray) for (const [index, item] of list.items) addList(list, String(index), item);
    if (list === this.root) for (const [index, item] of list.items) addList(list, `[${index}]`, item);
  }

  scalar(place: PhpElement, { kind, text: content }: PhpScalar, { start, end }: Span): void {
    if (this.leftOut) return;
    if (this.replaced.has(start)) {
      this.addReplaced(place, { start, end });
      return;
    }
    const value = kind === 'null' ? null : content;
    this.values.set(place.key, value);
    const text = { name: place.key, value, start, end };
    this.add(place, start, { start: place.start, end, text, separator: { start: end, end } });
  }

  /** Adds a replaced value. It stays as long as the later value of its name, because parsers would take it otherwise. */
  private addReplaced(place: PhpElement, { start, end }: Span): TemplateElement {
    const isText = this.replaced.get(start)?.isContainer === false;
    const text = isText ? { name: place.key, start, end, value: REPLACED } : undefined;
    return this.add(place, start, { start: place.start, end, text, separator: { start: end, end } });
  }

  comma(span: Span): void {
    if (this.leftOut) return;
    const element = this.open.at(-1)?.list.elements.at(-1);
    if (!element) return;
    element.end = span.end;
    element.separator = span;
  }

  private add({ name, start, nameEnd, arrow }: PhpElement, value: number, element: TemplateElement): TemplateElement {
    const list = this.open.at(-1)?.list ?? this.root;
    list.elements.push(element);
    if (name === undefined) list.size++;
    else {
      list.names.add(name);
      list.members.push({ key: name, name: { start, end: nameEnd }, arrow, value });
    }
    if (name === undefined || isIndex(name)) list.numbered.push(element);
    return element;
  }

  /** Ends an element at its value, behind which its comma belongs. */
  private finish(element: TemplateElement, end: number): void {
    element.end = end;
    element.separator = { start: end, end };
  }
}
