import type { FileFacts, TemplateContext, TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { type Meta, compactMeta, metaPairs, metaText } from '../model/meta';
import { saysStateOf } from '../model/state-support';
import { TemplateMisfitError } from '../template/file-template';
import { contextOf, textsOfUnits } from '../xml/unit-template';
import { XmlEdits } from '../xml/xml-edits';
import { keptAttributes } from '../xml/xml-markup';
import { isOfTarget } from '../xml/xml-notes';
import { xmlEncoding } from '../xml/xml-reader';
import { type XmlElement, attribute, childElement, childElements, deepText, localName } from '../xml/xml-tree';
import { escapeText } from '../xml/xml-writer';
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
  sourceText,
  spelledLike,
  targetText,
} from './document-template';
import { UnitHabits } from './unit-habits';
import { XLIFF_INLINE, Xliff1Reader, isUntranslated, readXliff } from './xliff-reader';
import { fragmentText, warnOfSegmentation, xliffParts } from './xliff-writer';
import { stateAttribute, xliffStates } from './xliff-states';
import { xliffLengths } from './xliff-lengths';

interface Parts {
  source: InlineText;
  target?: TargetParts;
  description?: string;
  /** In characters. */
  maxLength?: number;
}

interface TargetParts {
  text: InlineText;
  approved?: string;
  attributes: [name: string, value: string][];
}

type Change = UnitChange<Parts>;

export const xliffTemplate: TemplateSupport<DocumentPlaces<Parts>, XliffTemplate> = {
  ...xmlEncoding,
  adapt: adaptXliff,
  units: { texts: textsOfUnits((unit) => childElements(unit, 'target')), singles: ['target', 'seg-source'] },
  read: readXliffPlaces,
  open: (places, file) => new XliffTemplate(places, file, syntaxOf(file)),
  texts: ({ entries }, template) => template.texts(entries),
};

function readXliffPlaces(source: string, context: TemplateContext): DocumentPlaces<Parts> {
  const lists = new DocumentLists('original');
  const habits = new UnitHabits('resname', tellsState);
  const reader = new Xliff1Reader(contextOf(context), (element, entry) => {
    lists.add(element, entry);
    if (entry) habits.add(element, entry);
  });
  reader.readText(source);
  const { isSourceFile } = reader;
  return documentPlaces(source, { lists, habits }, { ...context, isSourceFile }, unitParts);
}

function tellsState(unit: XmlElement): boolean | undefined {
  const target = childElement(unit, 'target');
  return target && !isUntranslated(target) ? attribute(target, 'state') !== undefined : undefined;
}

const syntaxOf = (file: FileFacts): DocumentSyntax => ({
  parse: readXliff,
  parts: xliffParts(file),
  vocabulary: XLIFF_INLINE,
  targetLanguage: 'target-language',
  escape: escapeText,
  encodeId: (key) => key,
});

/** Makes a document one of another language, without targets. */
function adaptXliff(source: string, context: TemplateContext): string {
  const edits = new XmlEdits(source, '');
  const reader = new Xliff1Reader(contextOf(context), (element, entry) => {
    if (entry) removeTarget(element, edits);
    else if (localName(element) === 'file') {
      const named = ['source-language', 'target-language'].flatMap((name) => attribute(element, name) ?? []);
      const language = spelledLike(named, context.language);
      edits.setAttribute(element, 'target-language', language, '', 'source-language');
    }
  });
  reader.readText(source);
  return edits.apply();
}

function removeTarget(unit: XmlElement, edits: XmlEdits): void {
  edits.setAttribute(unit, 'approved', undefined, '');
  for (const child of childElements(unit)) {
    const isNote = localName(child) === 'note' && isOfTarget(child, 'annotates');
    if (isNote || ['target', 'alt-trans'].includes(localName(child))) edits.remove(child);
  }
}

function unitParts(entry: EntryToWrite): Parts {
  const { description, meta } = entry;
  const text = targetText(entry);
  const target = text && { text, approved: metaText(meta?.approved), attributes: metaPairs(meta?.attributes) };
  const maxLength = xliffLengths.read(entry.keyMeta);
  return { source: sourceText(entry), target, description: description || undefined, maxLength };
}

class XliffTemplate extends DocumentTemplate<Parts> {
  protected rewriteTexts(change: Change): void {
    const { unit, old, wanted, entry, edits } = change;
    const source = childElement(unit, 'source');
    if (!source) throw new TemplateMisfitError('a unit has no source');
    if (!isSame(old.source, wanted.source)) this.rewriteSource(source, change);
    if (old.maxLength !== wanted.maxLength) {
      const { maxLength } = wanted;
      edits.setAttribute(unit, 'maxwidth', maxLength === undefined ? undefined : String(maxLength), entry.key);
      edits.setAttribute(unit, 'size-unit', maxLength === undefined ? undefined : 'char', entry.key);
    }
    if (isSame(old.target, wanted.target) || isReturned(old.target, wanted.target)) return;
    edits.setAttribute(unit, 'approved', this.approvalOf(unit, wanted.target), entry.key);
    const target = childElement(unit, 'target');
    if (target) this.rewriteTarget(target, change);
    else if (wanted.target) {
      const { text } = wanted.target;
      const attributes = [...this.attributesOf(undefined, wanted.target)];
      const xml = this.newTarget(source, attributes, this.inlineXml(text, change), entry.key);
      edits.insertBehind(childElement(unit, 'seg-source') ?? source, xml);
    }
  }

  /** A segmentation is removed with the text that it was one of. */
  private rewriteSource(source: XmlElement, change: Change): void {
    const { unit, wanted, entry, edits } = change;
    const xml = this.inlineXml(wanted.source, change, source);
    edits.setContent(source, xml);
    const segments = childElement(unit, 'seg-source');
    if (!segments || deepText(segments) === fragmentText(xml)) return;
    edits.remove(segments);
    warnOfSegmentation(entry.key, this.file);
  }

  private rewriteTarget(target: XmlElement, change: Change): void {
    const { old, wanted, entry, edits } = change;
    if (!wanted.target) {
      if (this.file.omitsMissing) edits.remove(target);
      else edits.replace(target, `<${target.name} state="needs-translation"/>`);
      return;
    }
    const { text } = wanted.target;
    const pairs = this.attributesOf(target, wanted.target);
    const removed = keptAttributes(target, ['xml:lang']).filter(([name]) => !pairs.has(name));
    for (const [name] of removed) edits.setAttribute(target, name, undefined, entry.key);
    for (const [name, value] of pairs) edits.setAttribute(target, name, value, entry.key);
    if (!isSame(text, old.target?.text))
      edits.setContent(target, this.inlineXml(editedTarget(text, old.target?.text), change, target));
  }

  /**
   * Returns the value of `approved`. A unit that has the attribute keeps it, and one of a document with approvals gets
   * it.
   */
  private approvalOf(unit: XmlElement, wanted: TargetParts | undefined): string | undefined {
    const isTold = attribute(unit, 'approved') !== undefined || (wanted && this.places.habits.hasApprovals);
    return wanted?.approved ?? (isTold ? 'no' : undefined);
  }

  /**
   * Returns the attributes of a translation. An edited one keeps those that it had, with the state that it has now, and
   * without what was said about the earlier state.
   */
  private attributesOf(target: XmlElement | undefined, { approved, attributes }: TargetParts): Map<string, string> {
    const kept = target ? keptAttributes(target, ['xml:lang']) : [];
    const pairs = new Map([...kept.filter(([name]) => name !== 'state' && name !== 'state-qualifier'), ...attributes]);
    const isTold = kept.some(([name]) => name === 'state') || this.places.habits.hasStates(false);
    return isTold ? withState(approved, pairs) : pairs;
  }

  protected metaOfNew({ value, meta }: EntryToWrite): Meta | undefined {
    if (value === undefined) return meta;
    const { habits } = this.places;
    const [approved, pairs] = [metaText(meta?.approved), new Map(metaPairs(meta?.attributes))];
    const attributes = [...(habits.hasStates(false) ? withState(approved, pairs) : pairs)];
    return compactMeta({ ...meta, approved: approved ?? (habits.hasApprovals ? 'no' : undefined), attributes });
  }

  protected rewriteDescription(change: Change): void {
    const { unit, wanted, entry, edits } = change;
    if (this.rewriteNote(childElements(unit, 'note'), 'annotates', change) || wanted.description === undefined) return;
    const [sibling] = ['target', 'seg-source', 'source'].flatMap((name) => childElement(unit, name) ?? []);
    if (sibling) edits.insertBehind(sibling, this.newNote(unit, wanted.description, entry.key));
  }
}

/** Returns the attributes of a translation with its state. */
function withState(approved: string | undefined, attributes: ReadonlyMap<string, string>): Map<string, string> {
  const state = stateAttribute(compactMeta({ approved, attributes: [...attributes] }));
  return new Map([['state', state], ...attributes]);
}

/** Whether a text is the text of the file again, and says only its state, which the file has in words of its own. */
function isReturned(old: TargetParts | undefined, wanted: TargetParts | undefined): boolean {
  if (!old || !wanted || !isSame(editedTarget(wanted.text, old.text), old.text)) return false;
  const metaOf = ({ approved, attributes }: TargetParts): Meta | undefined => compactMeta({ approved, attributes });
  return saysStateOf(metaOf(wanted), metaOf(old), xliffStates);
}
