import type { FileToWrite } from '../model/codec';
import type { Value } from '../model/entry';
import {
  type ListSpace,
  type Span,
  type TemplateElement,
  TemplateMisfitError,
  type TemplateText,
} from '../template/file-template';
import { firstFrom } from '../template/first-from';
import { type MemberWriter, NestedTemplate, type NewNode } from '../template/nested-template';
import type { NamesOfFile, NewNames } from '../template/new-names';
import { keepsMessage } from '../template/unchanged';
import { writeLike } from './php-literals';
import type { PhpList } from './php-list';
import type { PhpStyle } from './php-style';
import { isIndex } from './php-visitor';
import { toPhpText } from './php-writer';

/** Yields the texts of a file. A plural message that the template holds as a text stays a text. */
export function* phpTexts(file: FileToWrite, template: PhpTemplate): Generator<[name: string, text: string]> {
  for (const entry of file.entries) {
    const { key, value } = entry;
    const message = typeof value === 'object' && keepsMessage(template, entry) ? value.message : undefined;
    yield [key, toPhpText(message === undefined ? entry : { ...entry, value: message }, file)];
  }
}

/** The content of a PHP file. */
export interface PhpPlaces {
  source: string;
  root: PhpList;
  values: ReadonlyMap<string, Value>;
  style: PhpStyle;
  names: NamesOfFile;
}

export class PhpTemplate extends NestedTemplate {
  readonly emptyToken = 'null';
  readonly elementSeparator = ',';
  readonly values: ReadonlyMap<string, Value>;
  private readonly style: PhpStyle;

  constructor({ source, root, values, style }: PhpPlaces, names: NewNames) {
    super(source, root, names);
    this.values = values;
    this.style = style;
  }

  override listFor(name: string): PhpList {
    const list = super.listFor(name) as PhpList;
    if (list.isMixed && isIndex(this.nameInList({ name }))) {
      throw new TemplateMisfitError('a number in an array of items with and without names');
    }
    return list;
  }

  override emptyListToken(): string {
    return this.style.brackets.join('');
  }

  writeToken(value: string, { start, end }: TemplateText): string {
    return writeLike(this.source.slice(start, end), value, this.style.quote);
  }

  spaceOf(list: PhpList): ListSpace {
    const { newline, unit, isTerminated } = this.style;
    if (this.style.isInline(list)) return { before: '', between: ' ', after: '' };
    const indent = this.style.indentOf(list);
    const line = newline + indent;
    const after = newline + indent.slice(unit.length);
    return { before: line, between: line, after: isTerminated ? `,${after}` : after };
  }

  protected writeItem(list: PhpList, item: NewNode): string {
    return this.writeNode(item, this.style.indentOf(list));
  }

  protected memberWriter(list: PhpList): MemberWriter {
    const indent = this.style.indentOf(list);
    const writeName = this.style.nameWriter(list);
    return (name, node) => writeName(name) + this.writeNode(node, indent);
  }

  protected nameTokenOf({ members }: PhpList, { start }: TemplateElement, name: string): Span | undefined {
    const member = firstFrom(members, start, (each) => each.name.start);
    return member?.key === name ? member.name : undefined;
  }

  protected writeName(_list: PhpList, name: string, { start, end }: Span): string {
    return writeLike(this.source.slice(start, end), name, this.style.quote);
  }

  /** Recurses at most `MAX_NESTING` levels. */
  private writeNode(node: NewNode, indent: string): string {
    const { style } = this;
    if (node.kind === 'leaf') return node.value ? style.text(node.value.value) : this.emptyToken;
    const inner = indent + style.unit;
    const writeName = style.nameWriter({ members: [] });
    const children =
      node.kind === 'array'
        ? node.items.map((item) => this.writeNode(item, inner))
        : Array.from(node.members, ([name, child]) => writeName(name) + this.writeNode(child, inner));
    const [open, close] = style.brackets;
    if (style.newline === '') return `${open}${children.join(', ')}${close}`;
    const line = style.newline + inner;
    const end = (style.isTerminated ? ',' : '') + style.newline + indent;
    return `${open}${line}${children.join(`,${line}`)}${end}${close}`;
  }
}
