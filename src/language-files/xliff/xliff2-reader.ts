import type { ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import { type UnitText, needsPreserve, unitText } from '../xml/inline-text';
import { type Namespaces, keptAttributes, mayHavePrefixes, namespacesUsed } from '../xml/xml-markup';
import { NO_NAMESPACES, storedElements } from '../xml/stored-xml';
import { readNotes } from '../xml/xml-notes';
import {
  type XmlElement,
  type XmlNode,
  attribute,
  childElement,
  childElements,
  localName,
  outerXml,
} from '../xml/xml-tree';
import {
  type DocumentObserver,
  type UnitContent,
  type XliffUnit,
  XliffDocumentReader,
  withoutName,
} from './document-reader';
import { type HeadSyntax, readFileHead } from './file-head';
import { decodeNmtoken, encodeNmtoken } from './nmtoken';
import { sizeAttribute } from './xliff-lengths';
import { XLIFF2_INLINE, readSegmentText } from './xliff2-content';
import { type UnitSegments, readSegments } from './xliff2-segment-reader';

/** Child elements of a unit that the writer writes anew. */
const REWRITTEN_ELEMENTS = ['segment', 'ignorable', 'notes'];

export const XLIFF2_HEAD: HeadSyntax = {
  name: 'id',
  ownAttributes: ['id'],
  elementsOf: (file) => childElements(file),
  readElements: (elements) => ({ head: elements.map(outerXml) }),
  writeElements: ({ head }, namespaces) => storedElements(head, namespaces),
};

/** Reads XLIFF 2.0 and 2.1 (OASIS Standards, 2014 and 2018). Modules and extensions in a unit are kept as they are. */
export function readXliff2(bytes: Uint8Array, context: ParseContext): ParsedFile {
  return new Xliff2Reader(context).read(bytes);
}

export class Xliff2Reader extends XliffDocumentReader {
  private readonly sizeAttributes = new WeakMap<XmlElement, string | undefined>();

  constructor(context: ParseContext, observe?: DocumentObserver) {
    super({ major: 2, unit: 'unit', fileName: 'id', unitName: 'name', groupNotes: 'notes' }, context, observe);
  }

  protected readDocument(root: XmlElement): Meta {
    this.languages.register(attribute(root, 'srcLang'), attribute(root, 'trgLang'), root.line);
    return { version: attribute(root, 'version') ?? '', files: this.files };
  }

  protected readFile(file: XmlElement, scope: readonly XmlElement[]): Meta {
    return readFileHead(file, scope, XLIFF2_HEAD);
  }

  protected override decodeId(id: string): string {
    return decodeNmtoken(id);
  }

  protected readUnit({ element: unit, key, ancestors, scope, file }: XliffUnit): UnitContent {
    const segments = this.readSegments(unit, key, scope);
    const namespaces = mayHavePrefixes(unit) ? keptNamespaces(unit, scope) : NO_NAMESPACES;
    const text = unitText(segments.source, segments.target, XLIFF2_INLINE);
    const originalData = childElement(unit, 'originalData');
    return {
      value: text.target ?? null,
      hasTarget: segments.target !== undefined || segments.partial,
      text,
      notes: readNotes(childElements(childElement(unit, 'notes') ?? unit, 'note'), 'appliesTo'),
      namespaces,
      keyMeta: {
        ...segments.keyMeta,
        attributes: readAttributes(unit, key, ancestors, text),
        sizeAttribute: file && this.sizeAttribute(file, ancestors),
        originalData: originalData && outerXml(originalData),
        extras: this.readExtras(unit, key),
      },
      meta: segments.target && segments.meta,
    };
  }

  /** The restrictions of a file are declared before its units, and read once. */
  private sizeAttribute(file: XmlElement, ancestors: readonly XmlElement[]): string | undefined {
    if (!this.sizeAttributes.has(file))
      this.sizeAttributes.set(file, sizeAttribute(file, ancestors.slice(0, ancestors.indexOf(file))));
    return this.sizeAttributes.get(file);
  }

  private readSegments(unit: XmlElement, key: string, scope: readonly XmlElement[]): UnitSegments {
    const segments = readSegments(unit, (element) =>
      readSegmentText(element, scope, (code, detail) => this.warn(code, detail, element, key)),
    );
    if (segments.partial) this.warn('partial_translation_dropped', 'not all segments have a target', unit, key);
    return segments;
  }

  /** Returns the modules and extensions of a unit, without suggestions, which belong to one language. */
  private readExtras(unit: XmlElement, key: string): string[] {
    const handled = [...REWRITTEN_ELEMENTS, 'originalData'];
    const extras = childElements(unit).filter((child) => !handled.includes(localName(child)));
    const kept = extras.filter((child) => !isSuggestions(child));
    if (kept.length < extras.length) {
      this.warn('alternative_dropped', 'suggestions (the matches module) are not kept', unit, key);
    }
    return kept.map(outerXml);
  }
}

const isSuggestions = (node: XmlNode): boolean => node.type === 'element' && localName(node) === 'matches';

/** Returns the namespaces that the stored parts of a unit use. */
function keptNamespaces(unit: XmlElement, scope: readonly XmlElement[]): Namespaces {
  const keptChildren = unit.children.filter((node) => !isSuggestions(node)).map(withoutRewrittenNames);
  return namespacesUsed([withoutName(unit, keptChildren)], scope);
}

/** Returns the attributes of a unit that the writer does not set itself, with an inherited `translate`. */
function readAttributes(
  unit: XmlElement,
  key: string,
  ancestors: readonly XmlElement[],
  text: UnitText,
): [string, string][] {
  const isPreserveWritten = needsPreserve(text.source ?? '') || needsPreserve(text.target ?? '');
  const isNameWritten = attribute(unit, 'name') === key && encodeNmtoken(key) !== key;
  const kept = keptAttributes(unit, [
    'id',
    ...(isNameWritten ? ['name'] : []),
    ...(isPreserveWritten ? ['xml:space'] : []),
  ]);
  const inherited = attribute(unit, 'translate') === undefined ? inheritedTranslate(ancestors) : undefined;
  if (inherited !== undefined) kept.push(['translate', inherited]);
  return kept;
}

/**
 * Returns the `translate` that file and groups pass on to a unit. It is stored with each unit, because groups are not
 * kept and a unit may be written into another file.
 */
function inheritedTranslate(ancestors: readonly XmlElement[]): string | undefined {
  const values = ancestors.flatMap((element) => attribute(element, 'translate') ?? []);
  return values.includes('no') ? values.at(-1) : undefined;
}

/**
 * Removes the names of a rewritten element and of its child elements: sources, targets and notes are written anew, too.
 */
function withoutRewrittenNames(node: XmlNode): XmlNode {
  if (node.type !== 'element' || !REWRITTEN_ELEMENTS.includes(localName(node))) return node;
  return withoutName(
    node,
    node.children.map((child) => (child.type === 'element' ? withoutName(child, child.children) : child)),
  );
}
