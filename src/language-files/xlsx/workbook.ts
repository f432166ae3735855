import { posix } from 'node:path';
import { MalformedFileError } from '../model/format-errors';
import { unescapeOoxml } from './ooxml-text';
import { readPart, type PartEvents } from './part-reader';
import { ZipParts } from './zip-parts';

export interface Sheet {
  readonly name: string;
  /** The path of its part. */
  readonly part: string;
}

/** What the cells of all sheets refer to. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: readonly string[];
  /** By style: whether a number shows as what it is, and not as a date, a percentage or an amount of money. */
  readonly plainNumbers: readonly boolean[];
  /** @throws MalformedFileError where the part is not there */
  read(part: string, events: PartEvents): void;
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** Opens a workbook (ECMA-376 part 1, §12 and §18). @throws FormatError as `ZipParts` and `readPart` do */
export function openWorkbook(bytes: Uint8Array): Workbook {
  const parts = new ZipParts(bytes);
  const read = (part: string, events: PartEvents): void => {
    const content = parts.read(part);
    if (!content) throw new MalformedFileError(`the workbook lacks its part ${part}`);
    readPart(part, content, events);
  };
  const main = [...relationsOf('', '_rels/.rels', read).values()].find(({ type }) => type === 'officeDocument');
  if (!main) throw new MalformedFileError('not a workbook: the archive has no main part');
  const { dir, base } = posix.parse(main.target);
  const relations = relationsOf(dir, posix.join(dir, '_rels', `${base}.rels`), read);
  const partOf = (type: string): string | undefined =>
    [...relations.values()].find((relation) => relation.type === type)?.target;
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')];
  return {
    sheets: sheetsOf(main.target, relations, read),
    sharedStrings: strings === undefined ? [] : sharedStringsOf(strings, read),
    plainNumbers: styles === undefined ? [] : plainNumbersOf(styles, read),
    read,
  };
}

type Read = Workbook['read'];

/** By id. A type is the last part of its URI: transitional and strict workbooks have different ones. */
function relationsOf(folder: string, part: string, read: Read): Map<string, Relation> {
  const relations = new Map<string, Relation>();
  read(part, {
    open: (name, attributes) => {
      const [id, type, target] = [attributes.get('Id'), attributes.get('Type'), attributes.get('Target')];
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      const path = target.startsWith('/') ? target : posix.join('/', folder, target);
      relations.set(id, { type: type?.split('/').at(-1) ?? '', target: posix.normalize(path).slice(1) });
    },
  });
  return relations;
}

/** Each part once, however often it is named: reading takes time. */
function sheetsOf(main: string, relations: ReadonlyMap<string, Relation>, read: Read): Sheet[] {
  const sheets = new Map<string, Sheet>();
  read(main, {
    open: (name, attributes) => {
      if (name !== 'sheet') return;
      const [, id] = [...attributes].find(([attribute]) => attribute.endsWith(':id')) ?? [];
      const relation = id === undefined ? undefined : relations.get(id);
      const part = relation?.target.toLowerCase() ?? '';
      if (relation?.type !== 'worksheet' || sheets.has(part)) return;
      sheets.set(part, { name: attributes.get('name') ?? '', part: relation.target });
    },
  });
  return [...sheets.values()];
}

/** Runs of rich text are one text; how it is pronounced (`rPh`) is none of it. */
function sharedStringsOf(part: string, read: Read): string[] {
  const strings: string[] = [];
  const text = new RichText();
  read(part, {
    open: (name) => {
      if (name === 'si') text.start();
      text.open(name);
    },
    close: (name) => {
      text.close(name);
      if (name === 'si') strings.push(text.value);
    },
    text: (piece) => text.add(piece),
  });
  return strings;
}

/** Collects the `<t>` of a shared or inline string. */
export class RichText {
  private pieces: string[] = [];
  private inText = false;
  private phonetic = false;

  start(): void {
    this.pieces = [];
    this.inText = this.phonetic = false;
  }

  open(name: string): void {
    if (name === 'rPh') this.phonetic = true;
    if (name === 't') this.inText = !this.phonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.phonetic = false;
    if (name === 't') this.inText = false;
  }

  add(piece: string): void {
    if (this.inText) this.pieces.push(piece);
  }

  get value(): string {
    return unescapeOoxml(this.pieces.join(''));
  }
}

/** General, `0` and text (ECMA-376 part 1, §18.8.30). */
const PLAIN_FORMATS = ['0', '1', '49'];

function plainNumbersOf(part: string, read: Read): boolean[] {
  const plain: boolean[] = [];
  const formats = new Set(PLAIN_FORMATS);
  let inCells = false;
  read(part, {
    open: (name, attributes) => {
      if (name === 'numFmt' && /^(general|@)$/i.test(attributes.get('formatCode') ?? '')) {
        formats.add(attributes.get('numFmtId') ?? '');
      }
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells) plain.push(formats.has(attributes.get('numFmtId') ?? '0'));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return plain;
}
