import type { ParseContext, ParsedFile } from '../model/codec';
import { type Meta, compactMeta, metaText } from '../model/meta';
import { type UnitText, needsPreserve, readInline, unitText } from '../xml/inline-text';
import { type Namespaces, isWritableXml, keptAttributes, mayHavePrefixes, namespacesUsed } from '../xml/xml-markup';
import { NO_NAMESPACES } from '../xml/stored-xml';
import { readNotes } from '../xml/xml-notes';
import {
  type XmlElement,
  type XmlNode,
  attribute,
  childElement,
  childElements,
  innerXml,
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

/** The inline elements of XLIFF 1.2, §2.4. */
export const XLIFF_INLINE: ReadonlySet<string> = new Set('g x bx ex bpt ept ph it mrk sub'.split(' '));

/** Child elements of a unit that the writer writes anew. */
const REWRITTEN_ELEMENTS = ['source', 'target', 'seg-source', 'note'];
/** Child elements of a unit that are not stored. */
const DROPPED_ELEMENTS = ['alt-trans'];

export const XLIFF_HEAD: HeadSyntax = {
  name: 'original',
  ownAttributes: ['original', 'source-language', 'target-language'],
  elementsOf: (file) =>
    childElements(file, 'header')
      .filter(({ children }) => children.length > 0)
      .slice(0, 1),
  readElements: (elements) => ({ header: elements.map(innerXml).join('').trim() }),
  writeElements: ({ header: stored }, namespaces) => {
    const header = metaText(stored);
    const isWritten = header !== undefined && isWritableXml(header, namespaces);
    return [...(isWritten ? ['<header>', `  ${header}`, '</header>'] : []), '<body>'];
  },
};

/** Reads XLIFF 1.2 (OASIS Standard, 1 February 2008). */
export function readXliff(bytes: Uint8Array, context: ParseContext): ParsedFile {
  return new Xliff1Reader(context).read(bytes);
}

export class Xliff1Reader extends XliffDocumentReader {
  constructor(context: ParseContext, observe?: DocumentObserver) {
    super(
      { major: 1, unit: 'trans-unit', fileName: 'original', unitName: 'resname', groupNotes: 'note' },
      context,
      observe,
    );
  }

  protected readDocument(): Meta | undefined {
    return compactMeta({ files: this.files });
  }

  protected readFile(file: XmlElement, scope: readonly XmlElement[]): Meta {
    this.registerLanguages(file);
    return readFileHead(file, scope, XLIFF_HEAD);
  }

  protected readUnit({ element: unit, key, ancestors, scope, file }: XliffUnit): UnitContent {
    this.warnOfAlternatives(unit, key);
    const namespaces = mayHavePrefixes(unit)
      ? namespacesUsed([withoutName(unit, unit.children.map(withoutRewrittenName))], scope)
      : NO_NAMESPACES;
    const text = this.readTexts(unit, scope, namespaces, key);
    const target = childElement(unit, 'target');
    const segSource = childElement(unit, 'seg-source');
    return {
      value: target && isUntranslated(target) ? null : (text.target ?? null),
      hasTarget: target !== undefined,
      text,
      notes: readNotes(childElements(unit, 'note'), 'annotates'),
      namespaces,
      keyMeta: {
        attributes: readAttributes(unit, ancestors, text),
        segSource: segSource && innerXml(segSource),
        extras: readExtras(unit),
      },
      meta: {
        approved: attribute(unit, 'approved'),
        attributes: target && keptAttributes(target, ['xml:lang']),
      },
      language: file && this.registerLanguages(file),
    };
  }

  protected override readOther(element: XmlElement): boolean {
    if (localName(element) !== 'bin-unit') return false;
    this.warn('binary_dropped', 'a bin-unit has no text and is not kept', element);
    return true;
  }

  private registerLanguages(file: XmlElement): string | undefined {
    return this.languages.register(attribute(file, 'source-language'), attribute(file, 'target-language'), file.line);
  }

  private readTexts(unit: XmlElement, scope: readonly XmlElement[], namespaces: Namespaces, key: string): UnitText {
    const [source, target] = ['source', 'target'].map((name) => {
      const element = childElement(unit, name);
      const warn = (code: string, detail: string): void => this.warn(code, detail, element ?? unit, key);
      return element && readInline(element, XLIFF_INLINE, scope, warn);
    });
    return unitText(source, target, XLIFF_INLINE);
  }

  private warnOfAlternatives(unit: XmlElement, key: string): void {
    const count = childElements(unit, 'alt-trans').length;
    if (count > 0) this.warn('alternative_dropped', `alt-trans elements are not kept: ${count}`, unit, key);
  }
}

/** Whether a target stands for no translation: it is empty and has an initial state (§2.3), as in our own exports. */
export function isUntranslated(target: XmlElement): boolean {
  const state = attribute(target, 'state');
  return target.children.length === 0 && (state === 'new' || state === 'needs-translation');
}

/** Returns the attributes of a unit that the writer does not set itself, with an inherited `translate="no"`. */
function readAttributes(unit: XmlElement, ancestors: readonly XmlElement[], text: UnitText): [string, string][] {
  const isPreserveWritten = needsPreserve(text.source ?? '') || needsPreserve(text.target ?? '');
  const kept = keptAttributes(unit, ['id', 'approved', ...(isPreserveWritten ? ['xml:space'] : [])]);
  const inherited = ancestors.findLast((element) => attribute(element, 'translate') !== undefined);
  if (inherited && attribute(unit, 'translate') === undefined && attribute(inherited, 'translate') === 'no') {
    kept.push(['translate', 'no']);
  }
  return kept;
}

/** Returns the child elements that are written back as they are: contexts, properties and extensions. */
function readExtras(unit: XmlElement): string[] {
  const handled = [...REWRITTEN_ELEMENTS, ...DROPPED_ELEMENTS];
  return childElements(unit)
    .filter((child) => !handled.includes(localName(child)))
    .map(outerXml);
}

const withoutRewrittenName = (node: XmlNode): XmlNode =>
  node.type === 'element' && REWRITTEN_ELEMENTS.includes(localName(node)) ? withoutName(node, node.children) : node;
