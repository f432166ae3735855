import type { FileFacts, TemplateContext, TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, compactMeta, metaItems, metaObject, metaPairs, metaText } from '../model/meta';
import { saysStateOf } from '../model/state-support';
import { TemplateMisfitError } from '../template/file-template';
import { contextOf, textsOfUnits } from '../xml/unit-template';
import { XmlEdits, leadOf } from '../xml/xml-edits';
import { type Namespaces, escapeCarriageReturns, toMarkup } from '../xml/xml-markup';
import { isOfTarget } from '../xml/xml-notes';
import { xmlEncoding } from '../xml/xml-reader';
import { type XmlElement, attribute, childElement, childElements, innerXml, localName } from '../xml/xml-tree';
import { attributes } from '../xml/xml-writer';
import { DocumentLists } from './document-lists';
import {
  type DocumentPlaces,
  type DocumentSyntax,
  DocumentTemplate,
  type InlineText,
  type UnitChange,
  documentPlaces,
  editedTarget,
  isSame,
  prefixOf,
  sourceText,
  spelledLike,
  targetText,
} from './document-template';
import { encodeNmtoken } from './nmtoken';
import { UnitHabits } from './unit-habits';
import { type ChangedParts, findChangedParts, textInPlaceOf } from '../text/changed-parts';
import { xliff2Lengths } from './xliff-lengths';
import { XLIFF2_INLINE, escapePlainText, readSegmentText } from './xliff2-content';
import { Xliff2Reader, readXliff2 } from './xliff2-reader';
import { isPiece, targetsInOrder } from './xliff2-segment-reader';
import { xliff2Parts } from './xliff2-writer';
import { xliff2States } from './xliff-states';
import { DEFAULT_STATE, stateToNumber, type TranslationState } from '../../common/translation-state';

interface Parts {
  source: InlineText;
  target?: TargetParts;
  description?: string;
  /** In characters. */
  maxLength?: number;
}

interface TargetParts {
  text: InlineText;
  /** Undefined after an edit; empty for a segment without a state. */
  state?: string;
  subState?: string;
  /** The state of all segments together. */
  combined?: TranslationState;
  /** The attributes with the states of several segments, as JSON. */
  states: string;
}

type Change = UnitChange<Parts>;

export const xliff2Template: TemplateSupport<DocumentPlaces<Parts>, Xliff2Template> = {
  ...xmlEncoding,
  adapt: adaptXliff2,
  units: {
    texts: textsOfUnits((unit) =>
      childElements(unit, 'segment').flatMap((segment) => childElements(segment, 'target')),
    ),
    singles: ['notes', 'originalData'],
  },
  read: readXliff2Places,
  open: (places, file) => new Xliff2Template(places, file, syntaxOf(file)),
  texts: ({ entries }, template) => template.texts(entries),
};

function readXliff2Places(source: string, context: TemplateContext): DocumentPlaces<Parts> {
  const lists = new DocumentLists('id');
  const habits = new UnitHabits('name', tellsState);
  const reader = new Xliff2Reader(contextOf(context), (element, entry) => {
    lists.add(element, entry);
    if (entry) habits.add(element, entry);
  });
  reader.readText(source);
  const { isSourceFile } = reader;
  return documentPlaces(source, { lists, habits }, { ...context, isSourceFile }, unitParts);
}

const tellsState = (unit: XmlElement): boolean =>
  piecesOf(unit).some((segment) => attribute(segment, 'state') !== undefined);

const syntaxOf = (file: FileFacts): DocumentSyntax => ({
  parse: readXliff2,
  parts: xliff2Parts(file),
  vocabulary: XLIFF2_INLINE,
  targetLanguage: 'trgLang',
  escape: escapePlainText,
  encodeId: (key) => (encodeNmtoken(key) === key ? key : undefined),
});

/** Makes a document one of another language, without targets. */
function adaptXliff2(source: string, context: TemplateContext): string {
  const edits = new XmlEdits(source, '');
  const reader = new Xliff2Reader(contextOf(context), (element, entry) => {
    if (entry) removeTargets(element, edits);
    else if (localName(element) === 'xliff') {
      const named = ['srcLang', 'trgLang'].flatMap((name) => attribute(element, name) ?? []);
      edits.setAttribute(element, 'trgLang', spelledLike(named, context.language), '', 'srcLang');
    }
  });
  reader.readText(source);
  return edits.apply();
}

function removeTargets(unit: XmlElement, edits: XmlEdits): void {
  for (const piece of piecesOf(unit)) removeTarget(piece, edits);
  for (const matches of childElements(unit, 'matches')) edits.remove(matches);
  const notes = notesOf(unit);
  const ofTarget = notes.filter((note) => isOfTarget(note, 'appliesTo'));
  if (ofTarget.length === notes.length) for (const parent of childElements(unit, 'notes')) edits.remove(parent);
  else for (const note of ofTarget) edits.remove(note);
}

/** Removes the target of a segment, which is in its initial state then, if it has one. */
function removeTarget(piece: XmlElement, edits: XmlEdits): void {
  for (const target of childElements(piece, 'target')) edits.remove(target);
  if (attribute(piece, 'state') !== undefined) edits.setAttribute(piece, 'state', 'initial', '');
  edits.setAttribute(piece, 'subState', undefined, '');
}

const piecesOf = (unit: XmlElement): XmlElement[] => childElements(unit).filter(isPiece);

const notesOf = (unit: XmlElement): XmlElement[] => childElements(childElement(unit, 'notes') ?? unit, 'note');

function unitParts(entry: EntryToWrite): Parts {
  const { description, meta } = entry;
  const text = targetText(entry);
  const states = metaItems(meta?.segments).map((piece) => metaPairs(metaObject(piece).state));
  const target = text && {
    text,
    state: metaText(meta?.state),
    subState: metaText(meta?.subState),
    combined: xliff2States.read(meta),
    states: JSON.stringify(states),
  };
  const maxLength = xliff2Lengths.read(entry.keyMeta);
  return { source: sourceText(entry), target, description: description || undefined, maxLength };
}

class Xliff2Template extends DocumentTemplate<Parts> {
  protected rewriteTexts(change: Change): void {
    const { unit, old, wanted, entry, edits } = change;
    const [first, ...others] = piecesOf(unit);
    if (!first) throw new TemplateMisfitError('a unit has no segment');
    const size = metaText(entry.keyMeta?.sizeAttribute);
    if (old.maxLength !== wanted.maxLength && size !== undefined)
      edits.setAttribute(unit, size, wanted.maxLength?.toString(), entry.key);
    if (others.length === 0) this.rewriteSegment(first, change);
    else if (!isSame(texts(old), texts(wanted))) this.rewriteSegments([first, ...others], change);
    else if (old.target?.states !== wanted.target?.states) this.rewriteStates([first, ...others], change);
  }

  /**
   * After an edit that was taken back, segments have no states of their own: they keep the states of the file, or are
   * translated.
   */
  private rewriteStates(pieces: readonly XmlElement[], { old, wanted, entry, edits }: Change): void {
    const states = JSON.parse(wanted.target?.states ?? '[]') as [string, string][][];
    if (states.length !== pieces.length && old.target?.combined === wanted.target?.combined) return;
    for (const [index, piece] of pieces.entries()) {
      if (localName(piece) === 'ignorable') continue;
      const values = new Map(states.length === pieces.length ? states[index] : [['state', 'translated']]);
      for (const name of ['state', 'subState']) edits.setAttribute(piece, name, values.get(name), entry.key);
    }
  }

  private rewriteSegment(segment: XmlElement, change: Change): void {
    const { old, wanted, entry, edits } = change;
    const source = childElement(segment, 'source');
    if (!source) throw new TemplateMisfitError('a segment has no source');
    if (!isSame(old.source, wanted.source)) edits.setContent(source, this.inlineXml(wanted.source, change, source));
    if (isSame(old.target, wanted.target) || isReturned(old.target, wanted.target)) return;
    const target = childElement(segment, 'target');
    if (!wanted.target) this.rewriteMissing(segment, target, change);
    else {
      this.rewriteState(segment, wanted.target, change);
      const text = editedTarget(wanted.target.text, old.target?.text);
      if (isSame(text, old.target?.text)) return;
      const xml = this.inlineXml(text, change, target);
      if (target) edits.setContent(target, xml);
      else edits.insertBehind(source, this.newTarget(source, [], xml, entry.key));
    }
  }

  /** An empty target counts as missing in the initial state only. */
  private rewriteMissing(piece: XmlElement, target: XmlElement | undefined, { edits }: Change): void {
    if (!target || localName(piece) === 'ignorable' || this.file.omitsMissing) {
      removeTarget(piece, edits);
      return;
    }
    edits.replace(target, `<${target.name}/>`);
    edits.setAttribute(piece, 'state', 'initial', '');
    edits.setAttribute(piece, 'subState', undefined, '');
  }

  /** An edited text is translated. Segments without states stay so, unless others have them. */
  private rewriteState(segment: XmlElement, target: TargetParts, { entry, edits }: Change): void {
    const isTold = attribute(segment, 'state') !== undefined || this.places.habits.hasStates(true);
    const edited = isTold ? 'translated' : undefined;
    edits.setAttribute(segment, 'state', (target.state ?? edited) || undefined, entry.key);
    edits.setAttribute(segment, 'subState', target.subState, entry.key);
  }

  /** The segment of a new unit has no state where others have none. */
  protected metaOfNew({ meta }: EntryToWrite): Meta | undefined {
    const isTold = meta?.state !== undefined || meta?.segments !== undefined || this.places.habits.hasStates(true);
    return isTold ? meta : { ...meta, state: '' };
  }

  /** Changes the segments that have other texts. Several of them, which are neighbours, become one. */
  private rewriteSegments(pieces: readonly XmlElement[], change: Change): void {
    const { old, wanted, namespaces } = change;
    if (!wanted.target && isSame(old.source, wanted.source)) {
      for (const piece of pieces) this.rewriteMissing(piece, childElement(piece, 'target'), change);
      return;
    }
    const text = wanted.target && editedTarget(wanted.target.text, old.target?.text);
    const source = divide(pieces, sourcesOf(pieces), [old.source, wanted.source], namespaces);
    const target = text && divide(pieces, targetsInOrder(pieces), [old.target?.text, text], namespaces);
    const isDivided = source && Boolean(old.target) === Boolean(text) && Boolean(target) === Boolean(text);
    const spans = isDivided ? [source, target].flatMap((side) => side?.changed ?? []) : [];
    const isJoined = spans.some(isWide);
    if (spans.length === 0 || (isJoined && target?.isReordered)) {
      const all = { first: 0, last: pieces.length - 1 };
      const xml = { source: this.inlineXml(wanted.source, change), target: text && this.inlineXml(text, change) };
      this.joinSegments(pieces, all, change, xml);
    } else if (isJoined) {
      const span = {
        first: Math.min(...spans.map(({ first }) => first)),
        last: Math.max(...spans.map(({ last }) => last)),
      };
      const xmlOf = (side: Divided): string => this.partXml(side, span, change);
      this.joinSegments(pieces, span, change, { source: source ? xmlOf(source) : '', target: target && xmlOf(target) });
    } else this.rewritePieces(pieces, change, { source, target });
  }

  /** Returns what the changed text has in the place of some pieces. @param old the element whose content it replaces */
  private partXml({ textOf, isMarkup }: Divided, span: ChangedParts, change: Change, old?: XmlElement): string {
    const text = textOf(span);
    return isMarkup ? escapeCarriageReturns(text) : this.inlineXml({ text, isMarkup }, change, old);
  }

  /** Changes the texts of one piece on each side. */
  private rewritePieces(pieces: readonly XmlElement[], change: Change, { source, target }: Sides<Divided>): void {
    const { wanted, entry, edits } = change;
    if (source?.changed) {
      const piece = pieces[source.changed.first];
      const element = piece && childElement(piece, 'source');
      if (element) edits.setContent(element, this.partXml(source, source.changed, change, element));
    }
    if (!target?.changed || !wanted.target) return;
    const piece = pieces[target.changed.first];
    const element = piece && childElement(piece, 'target');
    const beside = piece && childElement(piece, 'source');
    const xml = this.partXml(target, target.changed, change, element);
    if (element) edits.setContent(element, xml);
    else if (beside) edits.insertBehind(beside, this.newTarget(beside, [], xml, entry.key));
    this.rewriteStatesBeside(piece, pieces, wanted.target, change);
  }

  /** The edited segment has the state of the text, and the others have at least this state. */
  private rewriteStatesBeside(
    edited: XmlElement | undefined,
    pieces: readonly XmlElement[],
    target: TargetParts,
    change: Change,
  ): void {
    const state = target.combined ?? DEFAULT_STATE;
    for (const segment of pieces.filter((piece) => localName(piece) === 'segment')) {
      const own = xliff2States.read({ state: attribute(segment, 'state') ?? '' });
      const isLower = own !== undefined && stateToNumber(own) < stateToNumber(state);
      if (segment === edited || isLower) this.rewriteState(segment, target, change);
    }
  }

  /** Replaces pieces by one segment. */
  private joinSegments(
    pieces: readonly XmlElement[],
    { first, last }: ChangedParts,
    change: Change,
    { source, target }: { source: string; target: string | undefined },
  ): void {
    const { unit, wanted, entry, edits } = change;
    const start = pieces[first]?.start ?? 0;
    const prefix = prefixOf(unit);
    const write = (name: string, xml: string): string => `<${prefix}${name}>${xml}</${prefix}${name}>`;
    const isTold = tellsState(unit) || this.places.habits.hasStates(true);
    const state = wanted.target && ((wanted.target.state ?? (isTold ? 'translated' : undefined)) || undefined);
    const lines = [`<${prefix}segment${attributes([['state', state]], entry.key)}>`, write('source', source)];
    if (target !== undefined) lines.push(write('target', target));
    const xml = this.layout.write(leadOf(unit.file, start), lines, `</${prefix}segment>`);
    edits.replace({ start, end: pieces[last]?.end ?? start }, xml);
    if (!wanted.target) return;
    const others = [...pieces.slice(0, first), ...pieces.slice(last + 1)];
    this.rewriteStatesBeside(undefined, others, wanted.target, change);
  }

  protected rewriteDescription(change: Change): void {
    const { unit, wanted, entry, edits } = change;
    const notes = notesOf(unit);
    const parent = childElement(unit, 'notes');
    if (wanted.description === undefined && notes.length === 1 && parent) {
      edits.remove(parent);
      return;
    }
    if (this.rewriteNote(notes, 'appliesTo', change) || wanted.description === undefined) return;
    const note = this.newNote(unit, wanted.description, entry.key);
    const last = notes.at(-1);
    if (last) edits.insertBehind(last, note);
    else if (parent) edits.setContent(parent, note);
    else this.insertNotes(note, change);
  }

  /** Inserts the notes of a unit before its original data and its segments. */
  private insertNotes(note: string, { unit, edits }: Change): void {
    const sibling = childElement(unit, 'originalData') ?? piecesOf(unit)[0];
    if (!sibling) return;
    const name = `${prefixOf(unit)}notes`;
    const xml = this.layout.write(leadOf(unit.file, sibling.start), [`<${name}>`, note], `</${name}>`);
    edits.insertBefore(sibling, xml);
  }
}

const texts = ({ source, target }: Parts): unknown => [source, target?.text];

/** Whether a text is the text of the file again, and says only its state, which the file has in words of its own. */
function isReturned(old: TargetParts | undefined, wanted: TargetParts | undefined): boolean {
  if (!old || !wanted || !isSame(editedTarget(wanted.text, old.text), old.text)) return false;
  const metaOf = ({ state, subState }: TargetParts): Meta | undefined => compactMeta({ state, subState });
  return saysStateOf(metaOf(wanted), metaOf(old), xliff2States);
}

interface Sides<Side> {
  source: Side | undefined;
  target: Side | undefined;
}

/** The texts of the pieces of a unit on one side. */
interface Divided {
  /** The pieces whose texts change. */
  changed?: ChangedParts;
  /** The pieces are in another order than their texts. */
  isReordered: boolean;
  /** The texts are XML. */
  isMarkup: boolean;
  /** Returns what the changed text has in the place of some pieces, among which are those that change. */
  textOf(this: void, span: ChangedParts): string;
}

/**
 * Divides a changed text among the pieces of a unit.
 *
 * @param inOrder the elements that have the texts, in the order of the text
 * @returns undefined if it cannot be divided
 */
function divide(
  pieces: readonly XmlElement[],
  inOrder: readonly XmlElement[],
  [old, wanted]: readonly [InlineText | undefined, InlineText],
  namespaces: Namespaces,
): Divided | undefined {
  if (!old || inOrder.length !== pieces.length) return undefined;
  const xml = wanted.isMarkup ? toMarkup(wanted.text, XLIFF2_INLINE, namespaces) : undefined;
  const isXml = xml !== undefined;
  const text = xml ?? wanted.text;
  if (old.isMarkup !== isXml) return undefined;
  const parts = inOrder.map((element) =>
    old.isMarkup ? innerXml(element) : readSegmentText(element, [], () => undefined).text,
  );
  if (parts.join('') !== old.text) return undefined;
  const pieceOf = new Map(pieces.flatMap(({ children }, place) => children.map((child) => [child, place] as const)));
  const places = inOrder.map((element) => pieceOf.get(element) ?? 0);
  const isSegment = (part: number): boolean => {
    const piece = pieces[places[part] ?? 0];
    return piece !== undefined && localName(piece) === 'segment';
  };
  const found = findChangedParts(parts, text, isSegment);
  const isReordered = places.some((place, part) => place !== part);
  // A span of several pieces is one only if they are in the order of the text.
  const changed = found && (isWide(found) ? found : { first: places[found.first] ?? 0, last: places[found.last] ?? 0 });
  const partsOf = ({ first, last }: ChangedParts): ChangedParts =>
    first === last ? { first: places.indexOf(first), last: places.indexOf(first) } : { first, last };
  const textOf = (span: ChangedParts): string => textInPlaceOf(partsOf(span), parts, text);
  return { ...(changed && { changed }), isReordered, isMarkup: isXml, textOf };
}

const isWide = ({ first, last }: ChangedParts): boolean => first < last;

const sourcesOf = (pieces: readonly XmlElement[]): XmlElement[] =>
  pieces.flatMap((piece) => childElement(piece, 'source') ?? []);
