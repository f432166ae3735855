import { type Meta, type MetaValue, metaItems, metaObject, metaText } from '../model/meta';
import { type Namespaces, isWritableXml, metaAttributes } from '../xml/xml-markup';
import { readXmlFragment } from '../xml/xml-reader';
import { attributes } from '../xml/xml-writer';
import { plainText } from './xliff2-content';
import { parseOrder } from './xliff2-segment-reader';

/** A stored segment or ignorable. */
interface Piece {
  name: 'segment' | 'ignorable';
  attributes: string;
  source: string;
  target?: string;
  targetAttributes: string;
  /** 1-based position among the targets; undefined where it is the position of the piece. */
  order?: number;
}

/**
 * Writes the stored segments of a unit.
 *
 * @param target undefined where the unit is not translated
 * @returns undefined where less than two segments are stored or the texts have changed since
 */
export function writeSegments(
  source: string,
  target: string | undefined,
  stored: { keyMeta: Meta; meta: Meta; omitsMissing: boolean },
  namespaces: Namespaces,
  key: string,
): string[] | undefined {
  const translations = metaItems(stored.meta.segments).map(metaObject);
  const pieces = metaItems(stored.keyMeta.segments).map((piece, index) => {
    const translation = target === undefined ? undefined : (translations[index] ?? {});
    return readPiece(metaObject(piece), translation, namespaces, key);
  });
  if (pieces.length < 2 || !pieces.every((piece) => isWritable(piece, namespaces))) return undefined;
  if (!isJoined(sourcesOf(pieces), source)) return undefined;
  if (target !== undefined && !isJoined(targetsInOrder(pieces), target)) return undefined;
  return pieces.flatMap((piece) => writePiece(piece, target === undefined && !stored.omitsMissing));
}

function readPiece(piece: Meta, translation: Meta | undefined, namespaces: Namespaces, key: string): Piece {
  const pairs = (stored: MetaValue | undefined): (readonly [string, string])[] =>
    metaAttributes(stored, namespaces).map(({ name, value }) => [name, value]);
  const name = piece.ignorable === true ? 'ignorable' : 'segment';
  const initialState = name === 'segment' ? [['state', 'initial'] as const] : [];
  const targetAttributes = pairs(translation?.attributes);
  return {
    name,
    attributes: attributes(
      [...pairs(piece.attributes), ...(translation ? pairs(translation.state) : initialState)],
      key,
    ),
    source: metaText(piece.source) ?? '',
    target: metaText(translation?.target),
    targetAttributes: attributes(targetAttributes, key),
    order: parseOrder(targetAttributes.find(([attribute]) => attribute === 'order')?.[1]),
  };
}

const isWritable = ({ source, target = '' }: Piece, namespaces: Namespaces): boolean =>
  isWritableXml(source, namespaces) && isWritableXml(target, namespaces);

const sourcesOf = (pieces: readonly Piece[]): string[] => pieces.map(({ source }) => source);

function targetsInOrder(pieces: readonly Piece[]): string[] {
  const placed = pieces.map((piece, index) => ({
    xml: piece.target ?? piece.source,
    position: piece.order ?? index + 1,
  }));
  return placed.sort((a, b) => a.position - b.position).map(({ xml }) => xml);
}

/** Whether joined pieces of XML are equal to a text. The text is XML if a piece has inline markup, else plain text. */
function isJoined(pieces: readonly string[], text: string): boolean {
  if (pieces.join('') === text) return true;
  const plain = pieces.map((xml) => plainText(readXmlFragment(xml)));
  return plain.every((part) => part !== undefined) && plain.join('') === text;
}

function writePiece(piece: Piece, needsTarget: boolean): string[] {
  const { name, source, target } = piece;
  const lines = [`<${name}${piece.attributes}>`, `  <source>${source}</source>`];
  if (target !== undefined) lines.push(`  <target${piece.targetAttributes}>${target}</target>`);
  else if (needsTarget && name === 'segment') lines.push('  <target/>');
  return [...lines, `</${name}>`];
}
