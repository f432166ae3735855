import type { ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import { MalformedFileError } from '../model/format-errors';
import { type UnitText, needsPreserve, unitText } from '../xml/inline-text';
import { type Content, type Namespaces, keptAttributes, namespacesUsed } from '../xml/xml-markup';
import { type Notes, readNotes } from '../xml/xml-notes';
import {
  type XmlElement,
  type XmlNode,
  attribute,
  childElement,
  childElements,
  deepText,
  localName,
  outerXml,
} from '../xml/xml-tree';
import { decodeNmtoken, encodeNmtoken } from './nmtoken';
import { type Handler, XliffDocument, withoutName } from './document-reader';
import { XLIFF2_INLINE, readSegmentText } from './xliff2-content';
import { readSegments } from './xliff2-segment-reader';

const OWN_ELEMENTS = ['segment', 'ignorable', 'notes', 'originalData'];

/** XLIFF 2.0 and 2.1: OASIS Standards, 2014 and 2018. Of the modules, what is in a unit is kept as it stands. */
export function readXliff2(bytes: Uint8Array, context: ParseContext): ParsedFile {
  return new Xliff2Reader(2, context).read(bytes);
}

class Xliff2Reader extends XliffDocument {
  protected readonly handlers = new Map<string, Handler>([
    ['unit', (unit, ancestors) => this.readUnit(unit, ancestors)],
    ['group', (group) => this.noteGroup(group)],
    ['file', (file, ancestors) => this.readFile(file, ancestors)],
  ]);

  protected finish(root: XmlElement): Meta {
    this.languages.ofFile(attribute(root, 'srcLang'), attribute(root, 'trgLang'), root.line);
    return { version: attribute(root, 'version') ?? '', files: this.files };
  }

  private readFile(file: XmlElement, ancestors: readonly XmlElement[]): void {
    const head = childElements(file);
    const namespaces = [...namespacesUsed([withoutName(file, file.children)], [...ancestors, file])];
    this.files.push({
      id: attribute(file, 'id') ?? '',
      attributes: keptAttributes(file, ['id']),
      ...(head.length > 0 ? { head: head.map(outerXml) } : {}),
      ...(namespaces.length > 0 ? { namespaces } : {}),
    });
  }

  private readUnit(unit: XmlElement, ancestors: readonly XmlElement[]): void {
    const id = attribute(unit, 'id');
    if (id === undefined) throw new MalformedFileError('a unit has no id', { line: unit.line, column: unit.column });
    const key = decodeNmtoken(id);
    const container = ancestors.findLast((element) => localName(element) === 'file');
    const file = (container && attribute(container, 'id')) ?? '';
    this.keys.note(key, file);
    this.noteDissolved(unit, ancestors);
    const scope = [...ancestors, unit];
    const read = (element: XmlElement): Content =>
      readSegmentText(element, scope, (code, detail) => this.warn(code, detail, element, key));
    const segments = readSegments(unit, read);
    if (segments.partial) this.warn('partial_translation_dropped', 'not all segments have a target', unit, key);
    if (segments.target ?? segments.partial) this.hasTargets = true;
    const namespaces = namespacesUsed([withoutName(unit, unit.children.filter(isKept).map(unnamed))], scope);
    const text = unitText(segments.source, segments.target, XLIFF2_INLINE, namespaces);
    const notes = readNotes(childElements(childElement(unit, 'notes') ?? unit, 'note'), 'appliesTo');
    this.entries.push({
      key,
      value: text.target ?? null,
      source: text.source,
      description: notes.description,
      keyMeta: {
        file,
        ...segments.keyMeta,
        ...this.unitMeta(unit, ancestors, text, namespaces),
        ...(notes.ofKey ? { notes: notes.ofKey } : {}),
      },
      meta: segments.target && translationMeta(segments.meta, text, notes),
      line: unit.line,
    });
  }

  private unitMeta(
    unit: XmlElement,
    ancestors: readonly XmlElement[],
    { source = '', target = '', keyMarkup }: UnitText,
    namespaces: Namespaces,
  ): Meta {
    const preserve = needsPreserve(source) || needsPreserve(target);
    const id = attribute(unit, 'id') ?? '';
    const key = decodeNmtoken(id);
    const isOurName = attribute(unit, 'name') === key && encodeNmtoken(key) !== key;
    const written = ['id', ...(isOurName ? ['name'] : []), ...(preserve ? ['xml:space'] : [])];
    const kept = keptAttributes(unit, written);
    const inherited = attribute(unit, 'translate') === undefined ? inheritedTranslate(ancestors) : undefined;
    if (inherited !== undefined) kept.push(['translate', inherited]);
    const data = childElement(unit, 'originalData');
    const extras = this.extrasOf(unit, key);
    return {
      ...(kept.length > 0 ? { attributes: kept } : {}),
      ...(data ? { originalData: outerXml(data) } : {}),
      ...(extras.length > 0 ? { extras } : {}),
      ...(namespaces.size > 0 ? { namespaces: [...namespaces] } : {}),
      ...(keyMarkup ? { markup: true } : {}),
    };
  }

  /** What modules and extensions add to the unit, but for suggestions, which are of one language. */
  private extrasOf(unit: XmlElement, key: string): string[] {
    const others = childElements(unit).filter((child) => !OWN_ELEMENTS.includes(localName(child)));
    const kept = others.filter(isKept);
    if (kept.length < others.length) {
      this.warn('alternative_dropped', 'suggestions (matches) were dropped', unit, key);
    }
    return kept.map(outerXml);
  }

  private noteGroup(group: XmlElement): void {
    const notes = childElement(group, 'notes');
    if (notes) this.warn('comment_dropped', `the note belongs to no key: ${deepText(notes).slice(0, 80)}`, group);
  }
}

function translationMeta(segments: Meta, { targetMarkup }: UnitText, notes: Notes): Meta | undefined {
  const meta: Meta = {
    ...segments,
    ...(targetMarkup === undefined ? {} : { markup: targetMarkup }),
    ...(notes.ofTarget ? { notes: notes.ofTarget } : {}),
  };
  return Object.keys(meta).length > 0 ? meta : undefined;
}

const isKept = (node: XmlNode): boolean => node.type !== 'element' || localName(node) !== 'matches';

/** What file and groups say of their units; to be said of each, because groups are dissolved and a file may be new. */
function inheritedTranslate(ancestors: readonly XmlElement[]): string | undefined {
  const said = ancestors.flatMap((element) => attribute(element, 'translate') ?? []);
  return said.includes('no') ? said.at(-1) : undefined;
}

/** Elements that are written anew, under names of ours: only what is in them needs its prefixes. */
function unnamed(node: XmlNode): XmlNode {
  if (node.type !== 'element' || !OWN_ELEMENTS.slice(0, 3).includes(localName(node))) return node;
  return withoutName(
    node,
    node.children.map((child) => (child.type === 'element' ? withoutName(child, child.children) : child)),
  );
}
