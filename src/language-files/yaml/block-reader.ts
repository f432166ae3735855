import { COLON, HASH, HYPHEN, isDocumentMarker, isLineEnd, SPACE, spaceEnd } from './characters';
import { FlowReader } from './flow-reader';
import { ScalarReader } from './scalar-reader';
import {
  createEmptyScalar,
  type YamlItem,
  type YamlMap,
  type YamlNode,
  type YamlPair,
  type YamlScalar,
  type YamlSequence,
} from './yaml-node';
import type { YamlSource } from './yaml-source';

/** Characters that the library treats in a way of its own: control characters, U+FEFF, and CR without LF. */
const UNUSUAL = /[^\P{Cc}\t\n\r]|\ufeff|\r(?!\n)/u;
/** The library refuses names that are longer than 1,024 characters. */
const MAX_NAME = 1_000;

/**
 * Reads a file of maps, sequences and scalars, as most tools write them, many times as fast as the library. Any other
 * file is one for the library: with anchors, aliases, tags, explicit names, tabs in block style, several documents, or
 * an error in block style.
 *
 * @returns what the library reads; undefined for any other file
 * @throws MalformedFileError, FileLimitError for errors in scalars, braces and brackets
 */
export const readBlocks = (source: YamlSource): YamlMap | YamlSequence | undefined =>
  UNUSUAL.test(source.text) ? undefined : new BlockReader(source).read();

/** A map or sequence that the next line may continue. */
interface Open {
  /** The column of its elements, counted from 0. */
  column: number;
  node: YamlMap | YamlSequence;
}

/** Its methods return whether what they read is of the kind above. Otherwise nothing that was read is used. */
class BlockReader {
  private readonly text: string;
  private readonly open: Open[] = [];
  private readonly scalars: ScalarReader;
  private readonly flows: FlowReader;
  private readonly document: { value?: YamlNode } = {};
  /** The place whose value the next line may be: the document, a pair or an item. */
  private pending?: { value?: YamlNode } = this.document;
  private hasMarker = false;
  private offset = 0;

  constructor(private readonly source: YamlSource) {
    this.text = source.text;
    this.scalars = new ScalarReader(source);
    this.flows = new FlowReader(source, this.scalars);
  }

  read(): YamlMap | YamlSequence | undefined {
    while (this.offset < this.text.length) if (!this.readLine()) return undefined;
    const { value } = this.document;
    return value?.kind === 'map' || value?.kind === 'sequence' ? value : undefined;
  }

  private readLine(): boolean {
    const start = spaceEnd(this.text, this.offset);
    const column = start - this.offset;
    if (this.isBlank(start)) return this.endLine(start);
    if (column === 0 && isDocumentMarker(this.text, start)) return this.readMarker(start);
    if (this.flows.starts(start) && this.pending && column > (this.open.at(-1)?.column ?? -1))
      return this.readFlow(start);
    return this.enter(start, column) && this.readElement(start, column);
  }

  /** Reads the line `---` in front of the first element. */
  private readMarker(start: number): boolean {
    if (this.document.value || this.hasMarker || this.text.charCodeAt(start) !== HYPHEN) return false;
    this.hasMarker = true;
    return this.endLine(spaceEnd(this.text, start + 3), start + 3);
  }

  /** Opens and closes maps and sequences, until the innermost one contains the element at an offset. */
  private enter(start: number, column: number): boolean {
    const isItem = this.isItem(start);
    const { open, pending } = this;
    let top = open.at(-1);
    if (!top) return pending !== undefined && !isItem && column === 0 && this.openAt(start, column, false);
    // A sequence may stand in the column of its name.
    const isInner = column > top.column || (isItem && column === top.column && top.node.kind === 'map');
    if (pending && isInner) return this.openAt(start, column, isItem);
    this.pending = undefined;
    while (top && (top.column > column || (top.column === column && top.node.kind === 'sequence' && !isItem))) {
      open.pop();
      top = open.at(-1);
    }
    return top?.column === column && isItem === (top.node.kind === 'sequence');
  }

  /** Opens a map or a sequence that starts with the element at an offset. */
  private openAt(start: number, column: number, isSequence: boolean): boolean {
    const node: YamlMap | YamlSequence = isSequence
      ? { kind: 'sequence', start, end: start, isFlow: false, items: [] }
      : { kind: 'map', start, end: start, isFlow: false, pairs: [] };
    if (this.pending) this.pending.value = node;
    this.open.push({ column, node });
    return this.open.length <= this.source.maxDepth;
  }

  /** Reads the hyphens of a line, and the scalar or pair behind them. */
  private readElement(start: number, column: number): boolean {
    let offset = start;
    while (this.isItem(offset)) {
      const node = this.open.at(-1)?.node;
      if (node?.kind !== 'sequence') return false;
      const behind = spaceEnd(this.text, offset + 1);
      const item: YamlItem = { start: offset, value: createEmptyScalar(behind) };
      node.items.push(item);
      this.pending = item;
      if (this.isBlank(behind)) return this.endLine(behind);
      offset = behind;
      if (this.isItem(offset) && !this.openAt(offset, column + offset - start, true)) return false;
    }
    return this.readScalar(offset, column + offset - start);
  }

  /** Reads a scalar, and its value if it is a name. */
  private readScalar(start: number, column: number): boolean {
    const top = this.open.at(-1);
    if (this.flows.starts(start)) return top?.node.kind === 'sequence' && this.readFlow(start);
    const scalar = top && this.scalars.read(start, top.column);
    if (!scalar) return false;
    const colon = this.findColon(scalar);
    if (colon === undefined) return top.node.kind === 'sequence' && this.setValue(scalar);
    if (!this.isName(scalar, colon)) return false;
    return (top.node.kind === 'map' || this.openAt(start, column, false)) && this.readPair(scalar, colon);
  }

  /** Returns the offset of the colon that makes a name of a scalar. */
  private findColon({ end, style }: YamlScalar): number | undefined {
    const offset = spaceEnd(this.text, end);
    const isColon = style !== 'block' && this.text.charCodeAt(offset) === COLON && this.isSpace(offset + 1);
    return isColon ? offset : undefined;
  }

  /** The library refuses names of several lines, and resolves merge keys. */
  private isName({ start, end, text }: YamlScalar, colon: number): boolean {
    return colon - start <= MAX_NAME && text !== '<<' && !this.text.slice(start, end).includes('\n');
  }

  private readPair(key: YamlScalar, colon: number): boolean {
    const top = this.open.at(-1);
    if (top?.node.kind !== 'map') return false;
    const start = spaceEnd(this.text, colon + 1);
    const pair: YamlPair = { start: key.start, key, value: createEmptyScalar(start) };
    top.node.pairs.push(pair);
    this.pending = pair;
    if (this.isBlank(start)) return this.endLine(start);
    if (this.flows.starts(start)) return this.readFlow(start);
    const value = this.scalars.read(start, top.column);
    return value !== undefined && this.setValue(value);
  }

  private readFlow(start: number): boolean {
    const collection = this.flows.read(start, this.open.length);
    return collection !== undefined && this.setValue(collection);
  }

  private setValue(value: YamlScalar | YamlMap | YamlSequence): boolean {
    if (!this.pending) return false;
    this.pending.value = value;
    this.pending = undefined;
    if (value.kind !== 'scalar' || value.style !== 'block')
      return this.endLine(spaceEnd(this.text, value.end), value.end);
    this.offset = value.end;
    return true;
  }

  /**
   * Reads a comment or the end of the line. @param contentEnd the end of what precedes the spaces in front of the
   * offset
   */
  private endLine(offset: number, contentEnd?: number): boolean {
    const isComment = this.text.charCodeAt(offset) === HASH && offset !== contentEnd;
    if (isComment) this.source.comments.push(offset);
    else if (!isLineEnd(this.text, offset)) return false;
    const end = this.text.indexOf('\n', offset);
    this.offset = end < 0 ? this.text.length : end + 1;
    return true;
  }

  /** Whether an item of a sequence starts at an offset. */
  private isItem(offset: number): boolean {
    return this.text.charCodeAt(offset) === HYPHEN && this.isSpace(offset + 1);
  }

  /** Whether a space or the end of a line is at an offset. */
  private isSpace(offset: number): boolean {
    return this.text.charCodeAt(offset) === SPACE || isLineEnd(this.text, offset);
  }

  /** Whether a comment or the end of a line is at an offset. */
  private isBlank(offset: number): boolean {
    return this.text.charCodeAt(offset) === HASH || isLineEnd(this.text, offset);
  }
}
