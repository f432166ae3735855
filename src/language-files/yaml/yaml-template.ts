import { spaceEnd } from './characters';
import type { TemplatePlaces } from '../model/codec';
import {
  type ListSpace,
  type NewElement,
  type NewText,
  type Span,
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
  type WantedTexts,
} from '../template/file-template';
import { type MemberWriter, NestedTemplate, type NewNode } from '../template/nested-template';
import type { NamesOfFile, NewNames } from '../template/new-names';
import { lastTexts, textsOf } from '../template/rewrite-template';
import { describedKey, type YamlList, type YamlText } from './yaml-list';
import type { YamlReferences } from './yaml-references';
import { isTypedScalar, printCommentLines } from './yaml-scalars';
import { YamlStyle } from './yaml-style';
import { MAX_IMPLICIT_KEY } from './yaml-writer';

/** A wider list would make each new text as wide. */
const MAX_COLUMN = 200;

/** The parts of a template that are not lists. */
export interface YamlTemplateParts {
  /** Texts that would get further line breaks from the space behind them, if that changed. */
  breaking: readonly YamlText[];
  /** The columns of the lines of block scalars. */
  blocks: ReadonlyMap<YamlText, number>;
  /**
   * The signs of the comments on lines of their own; none if no comment would be part of a block scalar directly before
   * it.
   */
  comments: readonly number[];
  references?: YamlReferences;
}

/** The content of a file. */
export interface YamlPlaces extends TemplatePlaces {
  source: string;
  root: YamlList;
  parts: YamlTemplateParts;
  names: NamesOfFile;
}

export class YamlTemplate extends NestedTemplate {
  readonly emptyToken = 'null';
  /** The names of texts that are written without quotes where they are numbers or booleans. */
  readonly plain = new Set<string>();
  private readonly style: YamlStyle;
  private readonly last: ReadonlyMap<string, TemplateText>;
  /** The descriptions of new texts, by key. */
  private readonly descriptions = new Map<string, string>();

  override readonly root: YamlList;
  private readonly parts: YamlTemplateParts;

  constructor(
    private readonly read: YamlPlaces,
    names: NewNames,
  ) {
    const { source, root, parts } = read;
    super(source, root, names);
    this.root = root;
    this.parts = parts;
    this.style = new YamlStyle(source, root);
    this.last = lastTexts(root);
  }

  /** Returns the name of a plural's form. */
  formOf(key: string, form: string): string {
    return key + this.names.separator.text + form;
  }

  /** Whether the file has or can get the forms of a plural as a map. */
  takesForms(key: string): boolean {
    const form = this.formOf(key, 'other');
    return this.has(form) || this.paths.has(form) || this.names.separator.splitsBehind(key, form);
  }

  /** Lets a key have its forms as texts, in place of a text of its own. */
  addForms(key: string): void {
    this.split.add(key);
  }

  /** Whether the file has a text. */
  has(name: string): boolean {
    return this.last.has(name) || this.parts.references?.gives(name) === true;
  }

  /** Returns the text of a name; undefined if the file has none. */
  textOf(name: string): string | undefined {
    return this.last.get(name)?.value ?? this.parts.references?.textOf(name) ?? undefined;
  }

  override prepare(all: WantedTexts, lacksText: (text: TemplateText) => boolean): WantedTexts {
    const wanted = super.prepare(all, lacksText);
    this.prepareSpace(wanted);
    for (const [name, value] of wanted) if (value !== undefined && !this.last.has(name)) this.makeRoom(name, wanted);
    if (this.parts.references?.changesTexts) this.read.isUsedUp = true;
    return this.parts.references?.prepare(wanted, this.last, (name) => this.findList(name).list) ?? wanted;
  }

  override listFor(name: string): YamlList {
    const key = describedKey(name);
    const described = key === undefined ? undefined : (this.listOf(key) ?? this.listOf(this.formOf(key, 'other')));
    return (described ?? super.listFor(name)) as YamlList;
  }

  override writeElements(list: YamlList, texts: readonly NewText[]): NewElement[] {
    if (list.column > MAX_COLUMN) throw new TemplateMisfitError('the file is indented too far');
    for (const { name, value } of texts) {
      const key = describedKey(name);
      if (key !== undefined) this.descriptions.set(key, value);
    }
    return super.writeElements(
      list,
      texts.filter(({ name }) => describedKey(name) === undefined),
    );
  }

  writeToken(value: string, replaced: TemplateText): string {
    const text = replaced as YamlText;
    if (!text.isDescription) return this.style.token(value, text);
    const { start, end, list } = text;
    const indent = start === end ? ' '.repeat(list.column) : this.source.slice(start, spaceEnd(this.source, start));
    return printCommentLines(value)
      .map((line) => indent + line + this.style.newline)
      .join('');
  }

  spaceOf({ isFlow, column, start }: YamlList): ListSpace {
    if (isFlow) return { before: '', between: ', ', after: '' };
    const { newline } = this.style;
    const isRoot = start === this.source.length && column === 0;
    const before = isRoot && /(?:^|[\r\n])$/.test(this.source.slice(-1)) ? '' : newline;
    return { before, between: newline, after: isRoot ? newline : '' };
  }

  protected writeItem({ isFlow, column }: YamlList, item: NewNode): string {
    if (isFlow) return this.flowNode(item);
    return this.itemLines(item, ' '.repeat(column)).join(this.style.newline);
  }

  protected memberWriter({ isFlow, column }: YamlList): MemberWriter {
    if (isFlow) return (name, node) => this.flowMember(name, node);
    const { newline } = this.style;
    return (name, node) => this.memberLines(name, node, ' '.repeat(column)).join(newline);
  }

  protected nameTokenOf({ isFlow, key }: YamlList, element: TemplateElement, name: string): Span | undefined {
    if (key !== undefined && this.parts.references?.sharesLists) return undefined;
    const { end } = element;
    const quoted = /"(?:[^"\\\r\n]|\\.)*"(?=[ \t]*:)|'(?:[^'\r\n]|'')*'(?=[ \t]*:)/y;
    let start = element.list?.elements.find(({ isNote }) => !isNote)?.start ?? element.start;
    if (element.text ?? !element.list?.elements[0]?.isNote) start = element.start;
    const lead = isFlow ? /\s*/y : /(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*/y;
    lead.lastIndex = start;
    start += lead.exec(this.source)?.[0].length ?? 0;
    quoted.lastIndex = start;
    const [token = name] = quoted.exec(this.source) ?? [];
    const isName = token === name || token === this.style.name(name, isFlow) || token.slice(1, -1) === name;
    if (!isName || start + token.length > end || !/^[ \t]*:/.test(this.source.slice(start + token.length, end))) {
      return undefined;
    }
    return this.source.startsWith(token, start) ? { start, end: start + token.length } : undefined;
  }

  protected writeName({ isFlow }: YamlList, name: string, { start, end }: Span): string {
    return this.style.nameLike(name, this.source.slice(start, end), isFlow);
  }

  private flowMember(name: string, node: NewNode): string {
    return `${this.name(name, true)}: ${this.flowNode(node)}`;
  }

  /** Recurses at most `MAX_NESTING` levels. */
  private flowNode(node: NewNode): string {
    if (node.kind === 'leaf') return this.leaf(node.value, true);
    if (node.kind === 'array') return `[${node.items.map((item) => this.flowNode(item)).join(', ')}]`;
    return `{${Array.from(node.members, ([name, child]) => this.flowMember(name, child)).join(', ')}}`;
  }

  /** Recurses at most `MAX_NESTING` levels. */
  private memberLines(name: string, node: NewNode, indent: string): string[] {
    const head = `${indent}${this.name(name, false)}:`;
    if (node.kind === 'leaf') {
      return [...this.commentLines(node.value?.name, indent), `${head} ${this.leaf(node.value, false)}`];
    }
    const isArray = node.kind === 'array';
    const inner = indent + ' '.repeat(isArray ? this.style.listUnit : this.style.unit);
    const [first] = isArray ? [] : node.members;
    const key =
      first?.[1].kind === 'leaf'
        ? first[1].value?.name.slice(0, -first[0].length - this.names.separator.length)
        : undefined;
    return [...this.commentLines(key, indent), head, ...this.childLines(node, inner)];
  }

  private childLines(node: Exclude<NewNode, { kind: 'leaf' }>, indent: string): string[] {
    return node.kind === 'object'
      ? [...node.members].flatMap(([name, child]) => this.memberLines(name, child, indent))
      : node.items.flatMap((item) => this.itemLines(item, indent));
  }

  private itemLines(item: NewNode, indent: string): string[] {
    if (item.kind === 'leaf') {
      return [...this.commentLines(item.value?.name, indent), `${indent}- ${this.leaf(item.value, false)}`];
    }
    const [first = '', ...rest] = this.childLines(item, `${indent}  `);
    return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
  }

  private commentLines(key: string | undefined, indent: string): string[] {
    const description = key === undefined ? undefined : this.descriptions.get(key);
    return description ? printCommentLines(description).map((line) => indent + line) : [];
  }

  private leaf(text: NewText | null, isFlow: boolean): string {
    if (!text) return this.emptyToken;
    const { name, value } = text;
    return this.plain.has(name) && isTypedScalar(value) ? value : this.style.text(value, isFlow);
  }

  private name(name: string, isFlow: boolean): string {
    const written = this.style.name(name, isFlow);
    if (written.length > MAX_IMPLICIT_KEY) throw new TemplateMisfitError('a name is too long for one line');
    return written;
  }

  /** A removed element changes what stands behind the text before it. */
  private prepareSpace(wanted: WantedTexts): void {
    const { breaking, comments } = this.parts;
    if (comments.length === 0 && breaking.length === 0) return;
    const isRemoved = ({ name, key = name, value }: TemplateText): boolean =>
      value ? wanted.get(name) === undefined : !wanted.has(key);
    const texts = Array.from(textsOf(this.root), (text) => text as YamlText).filter((text) => !text.isDescription);
    const removed = new Set<TemplateText>(texts.filter(isRemoved));
    if (removed.size === 0) return;
    if (breaking.length > 0) this.removeBlankLines(this.root, removed, new Set(breaking.map(({ end }) => end)));
    const quoted = this.findAbsorbing(texts, removed);
    if (quoted.some((text) => this.last.get(text.name) !== text)) {
      throw new TemplateMisfitError('a comment would become part of a text');
    }
    for (const text of quoted) Object.assign(text, { value: null, isBlock: false });
    this.read.isUsedUp ||= quoted.length > 0;
  }

  /**
   * The blank lines behind removed elements at the end of a list go with them, where they would become part of the text
   * before. Recurses at most `MAX_NESTING` levels.
   *
   * @param ends the ends of the texts of which the line breaks behind them are parts
   * @returns whether an element of the list stays
   */
  private removeBlankLines(list: TemplateList, removed: ReadonlySet<TemplateText>, ends: ReadonlySet<number>): boolean {
    const stays = ({ text, list: inner, isNote }: TemplateElement): boolean => {
      if (inner) return this.removeBlankLines(inner, removed, ends);
      return text ? !removed.has(text) && !isNote : true;
    };
    let lastStaying: TemplateElement | undefined;
    for (const element of list.elements) {
      const end = element.list?.end;
      if (stays(element)) lastStaying = element;
      if (element.list && element.end === end) element.end = element.list.end;
    }
    const tail = list.elements.at(-1);
    if (!lastStaying || !tail) return false;
    if (lastStaying === tail || !ends.has(lastStaying.end)) return true;
    const [blank = ''] = /^(?:[ \t]*\r?\n)*(?=[ \t]*\r?\n)/.exec(this.source.slice(tail.end)) ?? [];
    if (blank === '') return true;
    if (list.end === tail.end) list.end += blank.length;
    tail.end += blank.length;
    this.read.isUsedUp = true;
    return true;
  }

  /** Returns the block scalars that would have a comment as a part, because what stands between them is removed. */
  private findAbsorbing(texts: readonly YamlText[], removed: ReadonlySet<TemplateText>): YamlText[] {
    const { blocks, comments } = this.parts;
    const absorbing: YamlText[] = [];
    let next = 0;
    let before: YamlText | undefined;
    for (const comment of comments) {
      let isBehindRemoved = false;
      for (let text = texts[next]; text && text.end <= comment; text = texts[++next]) {
        isBehindRemoved = removed.has(text);
        if (!isBehindRemoved) before = text;
      }
      // The first comment behind a removed text ends the block scalar, or is a part of it.
      const column = before && isBehindRemoved ? blocks.get(before) : undefined;
      if (before && column !== undefined && column <= this.columnOf(comment)) absorbing.push(before);
    }
    return absorbing;
  }

  private columnOf(offset: number): number {
    return offset - this.source.lastIndexOf('\n', offset - 1) - 1;
  }

  /** A text takes the place of a map or list that loses all its texts: a plural that became a text. */
  private makeRoom(name: string, wanted: WantedTexts): void {
    const { list, rest } = this.findList(name);
    const removed = list.lists.get(rest);
    if (!removed?.elements.every(({ text, list: inner }) => text ?? inner)) return;
    if ([...textsOf(removed)].some((text) => wanted.get(text.name) !== undefined || !text.value)) return;
    this.freeName(list, rest);
  }
}
