import type { ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import { MalformedFileError } from '../model/format-errors';
import { type Namespaces, keptAttributes, namespacesUsed } from '../xml/xml-markup';
import {
  type XmlElement,
  type XmlNode,
  attribute,
  childElement,
  childElements,
  deepText,
  innerXml,
  localName,
  outerXml,
} from '../xml/xml-tree';
import { type UnitText, needsPreserve, readInline, unitText } from '../xml/inline-text';
import { readNotes } from '../xml/xml-notes';
import { type Handler, XliffDocument, withoutName } from './document-reader';

/** The inline elements of XLIFF 1.2, §2.4. */
export const XLIFF_INLINE: ReadonlySet<string> = new Set('g x bx ex bpt ept ph it mrk sub'.split(' '));

const CONTEXT_ELEMENTS = ['context-group', 'count-group', 'prop-group'];
const OWN_ELEMENTS = ['source', 'target', 'seg-source', 'note', 'alt-trans', ...CONTEXT_ELEMENTS];

/** XLIFF 1.2: OASIS Standard, 1 February 2008. */
export function readXliff(bytes: Uint8Array, context: ParseContext): ParsedFile {
  return new XliffReader(1, context).read(bytes);
}

class XliffReader extends XliffDocument {
  protected readonly handlers = new Map<string, Handler>([
    ['trans-unit', (unit, ancestors) => this.readUnit(unit, ancestors)],
    ['bin-unit', (unit) => this.warn('binary_dropped', 'a bin-unit holds no text and was dropped', unit)],
    ['group', (group) => this.noteGroup(group)],
    ['file', (file, ancestors) => this.readFile(file, ancestors)],
  ]);

  protected finish(): Meta | undefined {
    return this.files.length > 0 ? { files: this.files } : undefined;
  }

  private readFile(file: XmlElement, ancestors: readonly XmlElement[]): void {
    this.languageOf(file);
    const header = childElement(file, 'header');
    const namespaces = [...namespacesUsed([withoutName(file, header ? [header] : [])], [...ancestors, file])];
    this.files.push({
      original: attribute(file, 'original') ?? '',
      attributes: keptAttributes(file, ['original', 'source-language', 'target-language']),
      ...(header && header.children.length > 0 ? { header: innerXml(header).trim() } : {}),
      ...(namespaces.length > 0 ? { namespaces } : {}),
    });
  }

  private languageOf(file: XmlElement): string | undefined {
    return this.languages.ofFile(attribute(file, 'source-language'), attribute(file, 'target-language'), file.line);
  }

  private readUnit(unit: XmlElement, ancestors: readonly XmlElement[]): void {
    const id = attribute(unit, 'id');
    if (id === undefined) {
      throw new MalformedFileError('a trans-unit has no id', { line: unit.line, column: unit.column });
    }
    const file = ancestors.findLast((element) => localName(element) === 'file');
    const original = (file && attribute(file, 'original')) ?? '';
    this.keys.note(id, original);
    this.noteDissolved(unit, ancestors);
    if (childElement(unit, 'target')) this.hasTargets = true;
    this.dropAlternatives(unit, id);
    const scope = [...ancestors, unit];
    const namespaces = namespacesUsed([withoutName(unit, unit.children.map(unnamed))], scope);
    const text = this.readTexts(unit, scope, namespaces, id);
    const notes = readNotes(childElements(unit, 'note'), 'annotates');
    this.entries.push({
      key: id,
      language: file && this.languageOf(file),
      value: isUntranslated(unit) ? null : (text.target ?? null),
      source: text.source,
      description: notes.description,
      keyMeta: {
        file: original,
        ...unitMeta(unit, ancestors, text, namespaces),
        ...(notes.ofKey ? { notes: notes.ofKey } : {}),
      },
      meta: optionalMeta({ ...targetMeta(unit), markup: text.targetMarkup, notes: notes.ofTarget }),
      line: unit.line,
    });
  }

  private readTexts(unit: XmlElement, scope: readonly XmlElement[], namespaces: Namespaces, id: string): UnitText {
    const [source, target] = ['source', 'target'].map((name) => {
      const element = childElement(unit, name);
      const warn = (code: string, detail: string): void => this.warn(code, detail, element ?? unit, id);
      return element && readInline(element, XLIFF_INLINE, scope, warn);
    });
    return unitText(source, target, XLIFF_INLINE, namespaces);
  }

  private dropAlternatives(unit: XmlElement, key: string): void {
    const found = childElements(unit, 'alt-trans').length;
    if (found > 0) this.warn('alternative_dropped', `${found} alt-trans were dropped`, unit, key);
  }

  private noteGroup(group: XmlElement): void {
    for (const note of childElements(group, 'note')) {
      this.warn('comment_dropped', `the note belongs to no key: ${deepText(note).slice(0, 80)}`, group);
    }
  }
}

/** An empty target whose state says that there is none yet (§2.3, `state`), as our own exports say it. */
function isUntranslated(unit: XmlElement): boolean {
  const target = childElement(unit, 'target');
  const state = target && attribute(target, 'state');
  return target?.children.length === 0 && (state === 'new' || state === 'needs-translation');
}

function unitMeta(
  unit: XmlElement,
  ancestors: readonly XmlElement[],
  { source = '', target = '', keyMarkup }: UnitText,
  namespaces: Namespaces,
): Meta {
  const written = needsPreserve(source) || needsPreserve(target);
  const kept = keptAttributes(unit, ['id', 'approved', ...(written ? ['xml:space'] : [])]);
  const inherited = ancestors.findLast((element) => attribute(element, 'translate') !== undefined);
  if (inherited && attribute(unit, 'translate') === undefined && attribute(inherited, 'translate') === 'no') {
    kept.push(['translate', 'no']);
  }
  const segments = childElement(unit, 'seg-source');
  const extras = childElements(unit).filter((child) => {
    const name = localName(child);
    return CONTEXT_ELEMENTS.includes(name) || !OWN_ELEMENTS.includes(name);
  });
  return {
    ...(kept.length > 0 ? { attributes: kept } : {}),
    ...(segments ? { segSource: innerXml(segments) } : {}),
    ...(extras.length > 0 ? { extras: extras.map(outerXml) } : {}),
    ...(namespaces.size > 0 ? { namespaces: [...namespaces] } : {}),
    ...(keyMarkup ? { markup: true } : {}),
  };
}

function targetMeta(unit: XmlElement): { [name: string]: Meta[string] | undefined } {
  const target = childElement(unit, 'target');
  const kept = target ? keptAttributes(target, ['xml:lang']) : [];
  return { approved: attribute(unit, 'approved'), attributes: kept.length > 0 ? kept : undefined };
}

/** Without the members that are undefined; undefined where none is left. */
function optionalMeta(members: { [name: string]: Meta[string] | undefined }): Meta | undefined {
  const found = Object.entries(members).filter((pair): pair is [string, Meta[string]] => pair[1] !== undefined);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Elements that are written anew, under names of ours: only what is in them needs its prefixes. */
function unnamed(node: XmlNode): XmlNode {
  return node.type === 'element' && OWN_ELEMENTS.slice(0, 4).includes(localName(node))
    ? withoutName(node, node.children)
    : node;
}
