import { FileLimitError } from '../model/format-errors';
import { KeyPaths } from '../model/nesting/key-paths';
import type { KeySeparator } from '../model/nesting/key-separator';
import { type TemplateElement, TemplateMisfitError } from '../template/file-template';
import { addList } from '../template/nested-list';
import { textsOf } from '../template/rewrite-template';
import { AliasResolver } from './alias-resolver';
import { type CommentBlock, CommentCursor } from './comment-cursor';
import { MAX_YAML_DEPTH, type YamlDocument } from './yaml-document';
import { createYamlList, descriptionOf, type YamlList, type YamlText } from './yaml-list';
import { isMerge, type YamlMap, type YamlNode, type YamlPair, type YamlScalar, type YamlSequence } from './yaml-node';
import { FAILSAFE_TAGS, getText, type NamedTexts } from './yaml-reader';
import { YamlReferences } from './yaml-references';

export interface TemplateReaderOptions {
  /** The comments above texts are their descriptions, which can be changed. */
  hasDescriptions: boolean;
  /** Returns whether a map is a plural. */
  isPlural(members: NamedTexts, key: string): boolean;
  separator: KeySeparator;
}

/** The content of an element. */
interface Content {
  /** The offset behind it. */
  end: number;
  part: Pick<TemplateElement, 'text' | 'list'>;
  /** The first text that an import reads from it, if it is in the line of its name. */
  first?: { key: string; line: number; isEmpty: boolean };
}

/** Where a value stands. */
interface Place {
  list: YamlList;
  key: string;
  /** The name or index in its list. */
  name: string;
  /** The line that an import sees for it. */
  line: number;
  depth: number;
}

/** Stands for the text of a value that a later text replaces: no text is in its place. */
const REPLACED = '…';

/** Builds the lists of a document. Keys and descriptions are the same as in `YamlReader`. */
export class YamlTemplateReader {
  /** The file has maps or lists in its root. */
  isNested = false;
  readonly references: YamlReferences;
  /** The texts whose line breaks at the end are part of them. */
  readonly breaking: YamlText[] = [];
  /** The columns of the lines of block scalars. */
  readonly blocks = new Map<YamlText, number>();
  private lastBlock?: YamlText;
  /** The elements of the descriptions, by key. */
  private readonly notes = new Map<string, TemplateElement>();
  private readonly resolver: AliasResolver;
  private readonly comments: CommentCursor;
  private readonly paths: KeyPaths;

  constructor(
    private readonly source: string,
    private readonly document: YamlDocument,
    private readonly options: TemplateReaderOptions,
  ) {
    this.paths = new KeyPaths(options.separator.text);
    this.resolver = new AliasResolver(document);
    this.references = new YamlReferences(this.resolver, options.separator);
    this.comments = new CommentCursor(source, document);
  }

  /** The file has names that were joined. */
  get hasJoined(): boolean {
    return this.paths.hasJoined;
  }

  /**
   * The signs of the comments on lines of their own; none if no comment would be part of a block scalar directly before
   * it.
   */
  get lineComments(): readonly number[] {
    const least = Math.min(...this.blocks.values());
    const starts = this.document.comments.filter(({ isWholeLine }) => isWholeLine).map(({ start }) => start);
    return starts.some((start) => this.comments.columnOf(start) >= least) ? starts : [];
  }

  /** Reads a map whose names are keys. */
  readRoot(map: YamlMap): YamlList {
    const { start, isFlow } = map;
    this.comments.skipTo(start, this.lineOf(start));
    const column = this.comments.columnOf(start);
    const list = createYamlList({ start, column, isFlow, isArray: false });
    this.readList(map, list, 1);
    return list;
  }

  /** @returns the offset behind the list */
  private readList(node: YamlMap | YamlSequence, list: YamlList, depth: number): number {
    if (depth > MAX_YAML_DEPTH) throw new FileLimitError(`nested deeper than ${MAX_YAML_DEPTH} levels`);
    const { end } = node;
    const isBraced = list.isFlow && /[[{]/.test(this.source.charAt(list.start));
    if (isBraced) list.start++;
    else if (list.isFlow) list.isClosed = true;
    if (node.kind === 'map') this.readMembers(node, list, depth);
    else this.readItems(node, list, depth);
    if (list.isFlow) {
      this.comments.skip(end);
      list.end = isBraced ? end - 1 : end;
      return end;
    }
    list.start = list.elements[0]?.start ?? list.start;
    list.end = list.elements.at(-1)?.end ?? list.start;
    return list.end;
  }

  private readMembers({ pairs }: YamlMap, list: YamlList, depth: number): void {
    const merging = pairs.filter(isMerge).length;
    if (merging > 1) throw new TemplateMisfitError('a map with several merge keys');
    const replaced = this.resolver.replacedAmong(pairs.filter((pair) => !isMerge(pair)));
    for (const pair of pairs) {
      const { start, key: node, value } = pair;
      const name = nameOf(pair);
      const line = this.lineOf(node.start);
      this.add(list, start, () => {
        if (isMerge(pair)) return this.readMerge(value, list, pairs);
        const isRepeated = list.names.has(name);
        list.names.add(name);
        const key = this.paths.child(list.key, name);
        const last = replaced.get(pair);
        if (last) return this.leaveOut(pair, last.isContainer ? undefined : { name: key, list });
        const content = value ? this.readValue(value, { list, key, name, line, depth }) : { end: node.end, part: {} };
        // Without it, an earlier member of the name would count.
        if (isRepeated && content.part.list) content.part.list.isKept = true;
        return content;
      });
    }
  }

  /**
   * Returns a replaced value. It stays as long as the later value of its name, because parsers would take it otherwise.
   *
   * @param last the last one, if it is a text
   */
  private leaveOut({ key, value = key }: YamlPair, last: Pick<YamlText, 'name' | 'list'> | undefined): Content {
    const { start } = value;
    const end = this.endOf(value);
    if (this.resolver.hasAliasesIn({ start, end }))
      throw new TemplateMisfitError('a value that does not count has aliases');
    if (!last) this.references.anchorFixed(value);
    this.comments.skip(end);
    return { end, part: last ? { text: { ...last, start, end, value: REPLACED } } : {} };
  }

  /** Returns the offset behind the last token of a value. */
  private endOf(node: YamlNode): number {
    if (node.kind === 'scalar') return this.endOfText(node, false);
    if (node.kind === 'alias' || node.isFlow) return node.end;
    const last = node.kind === 'map' ? node.pairs.at(-1) : node.items.at(-1);
    if (!last) return node.end;
    return this.endOf(last.value ?? ('key' in last ? last.key : node));
  }

  private readItems({ items }: YamlSequence, list: YamlList, depth: number): void {
    for (const [index, { start, value }] of items.entries()) {
      const key = this.paths.item(list.key ?? '', index);
      const place = { list, key, name: String(index), line: this.lineOf(value.start), depth };
      list.size++;
      this.add(list, start, () => this.readValue(value, place));
    }
  }

  /** Adds an element to a list, with the comments above and behind it, and with the start of its line. */
  private add(list: YamlList, start: number, read: () => Content): void {
    const lineStart = start - this.comments.columnOf(start);
    const hasLine = !list.isFlow && this.source.slice(lineStart, start).trim() === '';
    const above = hasLine ? this.comments.takeAbove(start, this.lineOf(start), list) : undefined;
    if (!list.isFlow && !hasLine) {
      if (list.elements.length > 0) throw new TemplateMisfitError('an element does not begin a line');
      list.lead = ' '.repeat(list.column);
    }
    const { end, part, first } = read();
    const place = { start: hasLine ? lineStart : start, end };
    const element: TemplateElement = { ...place, ...part, ...(list.isArray && { isPositional: true }) };
    if (this.lastBlock?.end === end) element.keepsGap = true;
    if (!list.isFlow) element.end = this.comments.takeBehind(end, this.lineOf(end));
    const canHave = this.options.hasDescriptions && hasLine && !list.isPlural;
    if (canHave && first?.isEmpty === false && first.line === this.lineOf(start))
      list.elements.push(this.describe(element, first.key, above, list));
    else list.elements.push({ ...element, start: above?.start ?? element.start });
  }

  /**
   * Returns the element with a note before it: the lines of the comment above it, or the empty place of one. Of a key
   * that occurs several times, it is the first comment, which an import reads.
   */
  private describe(
    element: TemplateElement,
    key: string,
    above: CommentBlock | undefined,
    list: YamlList,
  ): TemplateElement {
    const end = element.start;
    const start = above?.start ?? end;
    const value = above?.text ?? null;
    const earlier = this.notes.get(key);
    if (earlier && (earlier.text?.value || !value)) return { ...element, start };
    delete earlier?.text;
    const text: YamlText = { name: descriptionOf(key), key, value, start, end, list, isDescription: true };
    const note: TemplateElement = { start, end, text, isNote: true };
    this.notes.set(key, note);
    const { isPositional, keepsGap, ...entry } = element;
    const open = entry.text?.start ?? entry.list?.open;
    const inner = { start, end: entry.end, elements: [note, entry], open };
    return { start, end: entry.end, list: inner, isPositional, keepsGap };
  }

  private readValue(node: YamlNode, place: Place): Content {
    if (node.kind === 'scalar') return this.readText(node, place);
    if (node.kind !== 'alias') return this.readNested(node, place);
    const { list, key, name } = place;
    const { start, end } = node;
    const text = this.references.addAlias(node, { name: key, list, start, end }, name);
    if (list.isArray && text.name !== key) throw new TemplateMisfitError('an item is an alias of a list or map');
    return { end, part: { text } };
  }

  private readMerge(value: YamlNode | undefined, list: YamlList, pairs: readonly YamlPair[]): Content {
    if (list.key === undefined) throw new TemplateMisfitError('a merge at the root');
    const own = new Set(pairs.filter((pair) => !isMerge(pair)).map(nameOf));
    const { start, end } = value ?? { start: 0, end: 0 };
    const text = this.references.addMerge(value, { name: list.key, list, start, end }, own);
    return { end, part: { text } };
  }

  private readNested(node: YamlMap | YamlSequence, { list: parent, key, name, line, depth }: Place): Content {
    this.isNested = true;
    if (node.anchor !== undefined) this.references.anchorList(node, key);
    const { start, isFlow } = node;
    const place = { start, column: this.comments.columnOf(start), isFlow, isArray: node.kind === 'sequence' };
    const list = createYamlList({ ...place, parent, key });
    list.open = start;
    list.isPlural = node.kind === 'map' && this.options.isPlural(this.namedTexts(node), key);
    addList(parent, name, list);
    const end = this.readList(node, list, depth + 1);
    return { end, part: { list }, first: firstIn(list, line) };
  }

  private readText(node: YamlScalar, { list, key, line }: Place): Content {
    const value = getText({ node }) ?? null;
    const { tag, tagStart, anchor } = node;
    const isTyped = tag !== undefined && anchor === undefined && !FAILSAFE_TAGS.has(tag);
    const start = (isTyped ? tagStart : undefined) ?? node.start;
    const keepsBreaks = node.style === 'block' && /^[|>]\d?\+/.test(this.source.slice(start, start + 3));
    const end = this.endOfText(node, keepsBreaks);
    const text: YamlText = { name: key, value, start, end, list, line };
    if (keepsBreaks) this.breaking.push(text);
    if (node.style === 'block') {
      this.blocks.set(text, columnOfBlock(this.source.slice(start, end), list.column));
      this.lastBlock = text;
    }
    if (anchor !== undefined) this.references.anchorText(node, text);
    return { end, part: { text }, first: { key, line, isEmpty: !value } };
  }

  /** Returns the end of a token. The line breaks behind a block scalar belong to the space between the elements. */
  private endOfText({ style, end: all }: YamlScalar, keepsBreaks: boolean): number {
    if (style !== 'block') return all;
    let end = all;
    while (this.source[end - 1] === '\n' && (end === all || !keepsBreaks)) end -= this.source[end - 2] === '\r' ? 2 : 1;
    return end;
  }

  private namedTexts({ pairs }: YamlMap): NamedTexts {
    return pairs.map((pair) => [nameOf(pair), getText(this.resolver.resolve(pair.value, false))]);
  }

  private lineOf(offset: number): number {
    return this.document.getPosition(offset).line;
  }
}

/**
 * Returns the first text of a list if its name is in the line of the name of the list. The comment above describes it.
 */
function firstIn(list: YamlList, line: number): Content['first'] {
  if (list.isPlural) return { key: list.key ?? '', line, isEmpty: false };
  const { value: first } = textsOf(list).next() as { value?: YamlText };
  return first?.line === line ? { key: first.name, line, isEmpty: !first.value } : undefined;
}

/**
 * Returns the column of the lines of a block scalar; the least that it can be if all are empty. @param column of its
 * list
 */
function columnOfBlock(token: string, column: number): number {
  const [header = '', ...lines] = token.split('\n');
  const explicit = /^[|>][+-]?(\d)/.exec(header)?.[1];
  const first = lines.find((line) => line.trim() !== '');
  return explicit === undefined ? (first?.search(/\S/) ?? column + 1) : column + Number(explicit);
}

function nameOf({ key }: YamlPair): string {
  if (key.kind === 'scalar') return key.text;
  throw new TemplateMisfitError('a name is an alias');
}
