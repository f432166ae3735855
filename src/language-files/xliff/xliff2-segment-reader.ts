import { type Meta, type MetaValue, metaItems, metaObject, metaText } from '../model/meta';
import { type Content, type Namespaces, isWritableXml, keptAttributes, metaAttributes } from '../xml/xml-markup';
import { readXmlFragment } from '../xml/xml-reader';
import { type XmlElement, attribute, childElement, innerXml, localName } from '../xml/xml-tree';
import { attributes } from '../xml/xml-writer';
import { joinContents, plainOf } from './xliff2-content';

/**
 * The texts of a unit. One unit is one text, whatever its segmentation: tools may cut it anew (§4.7.2), and the key must
 * not change with that. The cuts of the file are kept beside it and are written again while both texts are still theirs.
 */
export interface UnitTexts {
  source: Content;
  /** Undefined where the unit is not translated. */
  target?: Content;
  /** Some segments are translated and others are not. */
  partial: boolean;
  keyMeta: Meta;
  meta: Meta;
}

type Read = (element: XmlElement) => Content;

export function readSegments(unit: XmlElement, read: Read): UnitTexts {
  const pieces = unit.children.filter((node): node is XmlElement => node.type === 'element' && isPiece(node));
  const sources = pieces.flatMap((piece) => childElement(piece, 'source') ?? []);
  const segments = pieces.filter((piece) => localName(piece) === 'segment');
  const untranslated = segments.filter(isUntranslated).length;
  const isTranslated = untranslated === 0 && segments.length > 0;
  const [only] = pieces;
  return {
    source: joinContents(sources, read),
    target: isTranslated ? joinContents(inOrder(pieces), read) : undefined,
    partial: !isTranslated && untranslated < segments.length,
    ...(only && pieces.length === 1 ? singleMeta(only) : severalMeta(pieces)),
  };
}

const isPiece = (element: XmlElement): boolean => ['segment', 'ignorable'].includes(localName(element));

/** Without a target, or with an empty one in the initial state, as our own exports say it. */
function isUntranslated(segment: XmlElement): boolean {
  const target = childElement(segment, 'target');
  return !target || (target.children.length === 0 && attribute(segment, 'state') === 'initial');
}

/** The targets in the order of the target language; what is between segments is the same where it has no target. */
function inOrder(pieces: readonly XmlElement[]): XmlElement[] {
  const placed = pieces.flatMap((piece, i) => {
    const element = childElement(piece, 'target') ?? childElement(piece, 'source');
    return element ? [{ element, position: orderOf(element) ?? i + 1 }] : [];
  });
  return placed.sort((a, b) => a.position - b.position).map(({ element }) => element);
}

function orderOf(target: XmlElement): number | undefined {
  const order = localName(target) === 'target' ? attribute(target, 'order') : undefined;
  return order !== undefined && /^\d{1,9}$/.test(order) ? Number(order) : undefined;
}

/** `translated` is what a text without a stored state is written with; a stored "" is none. */
function singleMeta(segment: XmlElement): { keyMeta: Meta; meta: Meta } {
  const kept = keptAttributes(segment, ['state', 'subState']);
  const state = attribute(segment, 'state') ?? '';
  const subState = attribute(segment, 'subState');
  return {
    keyMeta: kept.length > 0 ? { segment: kept } : {},
    meta: { ...(state === 'translated' ? {} : { state }), ...(subState === undefined ? {} : { subState }) },
  };
}

function severalMeta(pieces: readonly XmlElement[]): { keyMeta: Meta; meta: Meta } {
  const sources = pieces.map((piece): MetaValue => {
    const source = childElement(piece, 'source');
    return {
      ...(localName(piece) === 'ignorable' ? { ignorable: true } : {}),
      attributes: keptAttributes(piece, ['state', 'subState']),
      source: source ? innerXml(source) : '',
    };
  });
  const targets = pieces.map((piece): MetaValue => {
    const target = childElement(piece, 'target');
    const state = keptAttributes(piece).filter(([name]) => name === 'state' || name === 'subState');
    return { state, ...(target ? { target: innerXml(target), attributes: keptAttributes(target, ['xml:lang']) } : {}) };
  });
  return pieces.length === 0
    ? { keyMeta: {}, meta: {} }
    : { keyMeta: { segments: sources }, meta: { segments: targets } };
}

interface Piece {
  name: string;
  attributes: string;
  source: string;
  target?: string;
  targetAttributes: string;
  order?: number;
}

/** The segmentation of a file, written again; undefined where there is none, or the texts are no longer its. */
export function writeSegments(
  source: string,
  target: string | undefined,
  stored: { keyMeta: Meta; meta: Meta },
  namespaces: Namespaces,
  key: string,
): string[] | undefined {
  const targets = metaItems(stored.meta.segments).map(metaObject);
  const pieces = metaItems(stored.keyMeta.segments).map((piece, i) =>
    pieceOf(metaObject(piece), target === undefined ? undefined : (targets[i] ?? {}), namespaces, key),
  );
  if (
    pieces.length < 2 ||
    !pieces.every(({ source: xml, target: other }) => [xml, other ?? ''].every(isXml(namespaces)))
  ) {
    return undefined;
  }
  if (!isJoined(pieces.map((piece) => piece.source), source)) return undefined; // prettier-ignore
  const placed = pieces.map((piece, i) => ({ xml: piece.target ?? piece.source, position: piece.order ?? i + 1 }));
  const ordered = placed.sort((a, b) => a.position - b.position).map(({ xml }) => xml);
  if (target !== undefined && !isJoined(ordered, target)) return undefined;
  return pieces.flatMap((piece) => writePiece(piece, target === undefined));
}

const isXml =
  (namespaces: Namespaces) =>
  (xml: string): boolean =>
    isWritableXml(xml, namespaces);

function pieceOf(piece: Meta, translation: Meta | undefined, namespaces: Namespaces, key: string): Piece {
  const pairs = (stored: MetaValue | undefined): (readonly [string, string])[] =>
    metaAttributes(stored, namespaces).map(({ name, value }) => [name, value]);
  const ofTarget = pairs(translation?.attributes);
  const order = ofTarget.find(([name]) => name === 'order')?.[1];
  const name = piece.ignorable === true ? 'ignorable' : 'segment';
  const state = translation ? pairs(translation.state) : name === 'segment' ? [['state', 'initial'] as const] : [];
  return {
    name,
    attributes: attributes([...pairs(piece.attributes), ...state], key),
    source: metaText(piece.source) ?? '',
    target: metaText(translation?.target),
    targetAttributes: attributes(ofTarget, key),
    order: order !== undefined && /^\d{1,9}$/.test(order) ? Number(order) : undefined,
  };
}

/** Texts are given as their XML where one of the pieces has markup, else as text. */
function isJoined(pieces: readonly string[], text: string): boolean {
  if (pieces.join('') === text) return true;
  const plain = pieces.map((xml) => plainOf(readXmlFragment(xml)));
  return plain.every((part) => part !== undefined) && plain.join('') === text;
}

function writePiece({ name, attributes: head, source, ...piece }: Piece, untranslated: boolean): string[] {
  const target =
    piece.target !== undefined
      ? [`  <target${piece.targetAttributes}>${piece.target}</target>`]
      : untranslated && name === 'segment'
        ? ['  <target/>']
        : [];
  return [`<${name}${head}>`, `  <source>${source}</source>`, ...target, `</${name}>`];
}
