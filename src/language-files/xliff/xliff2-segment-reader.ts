import type { Meta, MetaValue } from '../model/meta';
import { type Content, keptAttributes } from '../xml/xml-markup';
import { type XmlElement, attribute, childElement, innerXml, localName } from '../xml/xml-tree';
import { joinContents } from './xliff2-content';

/**
 * The texts of a unit, joined from its segments. A unit is one text whatever its segmentation, because tools may
 * segment it anew (§4.7.2) and the key must not change with that. The segmentation of the file is stored, and is
 * written again while both texts are unchanged.
 */
export interface UnitSegments {
  source: Content;
  /** Undefined where the unit is not translated. */
  target?: Content;
  /** True where some segments are translated and others are not. */
  partial: boolean;
  keyMeta: Meta;
  meta: Meta;
}

/** The attributes of a segment that belong to its translation. */
const STATE_ATTRIBUTES = ['state', 'subState'];

/** @param read reads the content of a source or target */
export function readSegments(unit: XmlElement, read: (element: XmlElement) => Content): UnitSegments {
  const pieces = unit.children.filter((node): node is XmlElement => node.type === 'element' && isPiece(node));
  const segments = pieces.filter((piece) => localName(piece) === 'segment');
  const untranslated = segments.filter(isUntranslated).length;
  const isTranslated = untranslated === 0 && segments.length > 0;
  const [first, ...others] = pieces;
  return {
    source: joinContents(
      pieces.flatMap((piece) => childElement(piece, 'source') ?? []),
      read,
    ),
    target: isTranslated ? joinContents(targetsInOrder(pieces), read) : undefined,
    partial: !isTranslated && untranslated < segments.length,
    ...(first && others.length === 0 ? singleMeta(first) : severalMeta(pieces)),
  };
}

/** Whether an element holds a part of the unit's text: a segment, or the text between segments. */
export const isPiece = (element: XmlElement): boolean => ['segment', 'ignorable'].includes(localName(element));

/** Whether a segment has no target, or an empty one in the initial state, as in our own exports. */
function isUntranslated(segment: XmlElement): boolean {
  const target = childElement(segment, 'target');
  return !target || (target.children.length === 0 && attribute(segment, 'state') === 'initial');
}

/** Returns the targets in the order of the target language. An ignorable without a target has its source there, too. */
export function targetsInOrder(pieces: readonly XmlElement[]): XmlElement[] {
  const placed = pieces.flatMap((piece, index) => {
    const element = childElement(piece, 'target') ?? childElement(piece, 'source');
    return element ? [{ element, position: readOrder(element) ?? index + 1 }] : [];
  });
  return placed.sort((a, b) => a.position - b.position).map(({ element }) => element);
}

function readOrder(target: XmlElement): number | undefined {
  return localName(target) === 'target' ? parseOrder(attribute(target, 'order')) : undefined;
}

/** Parses the attribute `order` of a target: its 1-based position among the targets of the unit. */
export const parseOrder = (order: string | undefined): number | undefined =>
  order !== undefined && /^\d{1,9}$/.test(order) ? Number(order) : undefined;

/**
 * The state `translated` is not stored, because the writer writes it for a text without one; a missing state is `""`.
 */
function singleMeta(segment: XmlElement): { keyMeta: Meta; meta: Meta } {
  const kept = keptAttributes(segment, STATE_ATTRIBUTES);
  const state = attribute(segment, 'state') ?? '';
  const subState = attribute(segment, 'subState');
  return {
    keyMeta: kept.length > 0 ? { segment: kept } : {},
    meta: { ...(state === 'translated' ? {} : { state }), ...(subState === undefined ? {} : { subState }) },
  };
}

function severalMeta(pieces: readonly XmlElement[]): { keyMeta: Meta; meta: Meta } {
  if (pieces.length === 0) return { keyMeta: {}, meta: {} };
  return { keyMeta: { segments: pieces.map(sourceMeta) }, meta: { segments: pieces.map(targetMeta) } };
}

function sourceMeta(piece: XmlElement): MetaValue {
  const source = childElement(piece, 'source');
  return {
    ...(localName(piece) === 'ignorable' ? { ignorable: true } : {}),
    attributes: keptAttributes(piece, STATE_ATTRIBUTES),
    source: source ? innerXml(source) : '',
  };
}

function targetMeta(piece: XmlElement): MetaValue {
  const target = childElement(piece, 'target');
  const state = keptAttributes(piece).filter(([name]) => STATE_ATTRIBUTES.includes(name));
  return { state, ...(target ? { target: innerXml(target), attributes: keptAttributes(target, ['xml:lang']) } : {}) };
}
