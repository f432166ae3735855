import { posix } from 'node:path';
import { MalformedFileError } from '../model/format-errors';
import { readPart, type PartHandler } from './part-reader';
import { RichText } from './rich-text';
import { ZipParts } from '../archive/zip-parts';

export interface Sheet {
  readonly name: string;
  /** The path of the sheet's part. */
  readonly part: string;
}

/** Returns the parts of a type that a part is related to. */
export function relatedParts(part: string, type: string, parts: ZipParts): string[] {
  const { dir, base } = posix.parse(part);
  const relationshipsPart = posix.join(dir, '_rels', `${base}.rels`);
  if (!parts.read(relationshipsPart)) return [];
  const relationships = readRelationships(dir, relationshipsPart, partReader(parts));
  return Array.from(relationships.values()).flatMap((each) => (each.type === type ? [each.target] : []));
}

/** An open workbook: its sheets, and the parts that the cells of all sheets refer to. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: readonly string[];
  /** By style: false if numbers are displayed as dates, percentages, amounts of money or the like. */
  readonly isPlainNumberStyle: readonly boolean[];
  /** The part that relates the main part to the others. */
  readonly relationshipsPart: string;
  /** The part that lists the cells with formulas in the order of their calculation. */
  readonly calculationChain?: string;
  /** @throws MalformedFileError if the part does not exist */
  read(part: string, handler: PartHandler): void;
}

type ReadPart = Workbook['read'];

interface Relationship {
  /** The last segment of the type's URI; the URIs of transitional and strict workbooks differ before it. */
  readonly type: string;
  readonly target: string;
}

/**
 * Opens a workbook (ECMA-376 part 1, §12 and §18).
 *
 * @throws FormatError as `ZipParts` and `readPart` do
 */
export function openWorkbook(bytes: Uint8Array): Workbook {
  const parts = new ZipParts(bytes);
  const read = partReader(parts);
  const mainPart = findTarget(readRelationships('', '_rels/.rels', read), 'officeDocument');
  if (mainPart === undefined) throw new MalformedFileError('not a workbook: the archive has no main part');
  const { dir, base } = posix.parse(mainPart);
  const relationshipsPart = posix.join(dir, '_rels', `${base}.rels`);
  const relationships = readRelationships(dir, relationshipsPart, read);
  const stringsPart = findTarget(relationships, 'sharedStrings');
  const stylesPart = findTarget(relationships, 'styles');
  return {
    sheets: readSheets(mainPart, relationships, read),
    sharedStrings: stringsPart === undefined ? [] : readSharedStrings(stringsPart, read),
    isPlainNumberStyle: stylesPart === undefined ? [] : readPlainNumberStyles(stylesPart, read),
    relationshipsPart,
    calculationChain: findTarget(relationships, 'calcChain'),
    read,
  };
}

const partReader =
  (parts: ZipParts): ReadPart =>
  (part, handler) => {
    const content = parts.read(part);
    if (!content) throw new MalformedFileError(`the workbook lacks its part ${part}`);
    readPart(part, content, handler);
  };

const findTarget = (relationships: ReadonlyMap<string, Relationship>, type: string): string | undefined =>
  [...relationships.values()].find((relationship) => relationship.type === type)?.target;

/** @returns the relationships by id */
function readRelationships(folder: string, part: string, read: ReadPart): Map<string, Relationship> {
  const relationships = new Map<string, Relationship>();
  read(part, {
    open: (name, attributes) => {
      const [id, type, target] = [attributes.get('Id'), attributes.get('Type'), attributes.get('Target')];
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      const path = target.startsWith('/') ? target : posix.join('/', folder, target);
      relationships.set(id, { type: type?.split('/').at(-1) ?? '', target: posix.normalize(path).slice(1) });
    },
  });
  return relationships;
}

/** Returns each sheet once, even if the workbook lists its part several times: reading a sheet takes time. */
function readSheets(mainPart: string, relationships: ReadonlyMap<string, Relationship>, read: ReadPart): Sheet[] {
  const sheets = new Map<string, Sheet>();
  read(mainPart, {
    open: (name, attributes) => {
      if (name !== 'sheet') return;
      const [, id] = [...attributes].find(([attribute]) => attribute.endsWith(':id')) ?? [];
      const relationship = id === undefined ? undefined : relationships.get(id);
      const part = relationship?.target.toLowerCase() ?? '';
      if (relationship?.type !== 'worksheet' || sheets.has(part)) return;
      sheets.set(part, { name: attributes.get('name') ?? '', part: relationship.target });
    },
  });
  return [...sheets.values()];
}

function readSharedStrings(part: string, read: ReadPart): string[] {
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

/** The built-in formats General, `0` and text (ECMA-376 part 1, §18.8.30). */
const PLAIN_NUMBER_FORMATS = ['0', '1', '49'];

function readPlainNumberStyles(part: string, read: ReadPart): boolean[] {
  const isPlain: boolean[] = [];
  const plainFormats = new Set(PLAIN_NUMBER_FORMATS);
  let inCellFormats = false;
  read(part, {
    open: (name, attributes) => {
      if (name === 'numFmt' && /^(general|@)$/i.test(attributes.get('formatCode') ?? '')) {
        plainFormats.add(attributes.get('numFmtId') ?? '');
      }
      if (name === 'cellXfs') inCellFormats = true;
      if (name === 'xf' && inCellFormats) isPlain.push(plainFormats.has(attributes.get('numFmtId') ?? '0'));
    },
    close: (name) => {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return isPlain;
}
