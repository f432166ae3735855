import type { ParsedEntry } from '../model/entry';
import { TemplateMisfitError } from '../template/file-template';
import {
  type PartsOfUnit,
  type UnitElement,
  type UnitList,
  UnitText,
  contentSpan,
  withComments,
} from '../xml/unit-template';
import { declaredNamespaces } from '../xml/xml-markup';
import { type XmlElement, attribute, localName } from '../xml/xml-tree';

/** The elements that hold units. */
const CONTAINERS = ['xliff', 'file', 'body', 'group'];
/** The other elements that are about something of their own, not about the units beside them. */
const INDEPENDENT = ['bin-unit'];

/** Builds the lists of a template while a document is read: the lists of files, their bodies and groups. */
export class DocumentLists {
  readonly units: UnitText[] = [];
  /** The list of each file that takes new units. */
  readonly byFile = new Map<string, UnitList>();
  readonly namespaces = new Map<string, string>();
  /** The list of the element that ended last. */
  private last: UnitList | undefined;
  /** Elements whose list has not ended. */
  private readonly open: UnitElement[] = [];

  /** Is set when the document has been read. */
  partsOf: PartsOfUnit = () => undefined;
  private readonly partsOfUnit: PartsOfUnit = (entry) => this.partsOf(entry);

  /** @param fileName the attribute that names a `<file>` */
  constructor(private readonly fileName: string) {}

  /** Adds an element at its end. */
  add(element: XmlElement, entry?: ParsedEntry): void {
    const { start, end } = element;
    const name = localName(element);
    if (entry) {
      if (entry.language !== undefined) throw new TemplateMisfitError('the file has several target languages');
      const text = new UnitText(entry, element, this.partsOfUnit);
      this.units.push(text);
      this.open.push({ start, end, text });
    } else if (CONTAINERS.includes(name)) this.open.push({ start, end, list: this.close(element) });
    else this.open.push({ start, end, isNote: !INDEPENDENT.includes(name) });
  }

  /** Ends the list of an element. */
  private close(parent: XmlElement): UnitList {
    const { children, contentStart, file } = parent;
    let first = this.open.length;
    while ((this.open[first - 1]?.start ?? -1) >= contentStart) first--;
    const elements = withComments(this.open.splice(first), children, file);
    const list: UnitList = { ...contentSpan(parent), elements, parent: { ...parent, children: [] } };
    for (const [prefix, uri] of declaredNamespaces(parent)) this.namespaces.set(prefix, uri);
    if (localName(parent) === 'file') {
      const name = attribute(parent, this.fileName) ?? '';
      if (!this.byFile.has(name)) this.byFile.set(name, listOfUnits(list) ?? bodyOf(list) ?? list);
    }
    this.last = list;
    return list;
  }

  /**
   * Returns the list of the document's root. The only file of a document stays without units, because it must have one.
   */
  root(): UnitList {
    const { last: root } = this;
    if (!root) throw new Error('the document has not ended');
    const [file, ...others] = listsIn(root);
    if (file && others.length === 0) {
      for (const list of [file, bodyOf(file)]) if (list) list.isKept = true;
    }
    return root;
  }
}

const listsIn = ({ elements }: UnitList): UnitList[] => elements.flatMap(({ list }) => list ?? []);

const bodyOf = (file: UnitList): UnitList | undefined =>
  listsIn(file).find(({ parent }) => localName(parent) === 'body');

/** Returns the first list with a unit of its own. The recursion is bounded by the depth of the document. */
function listOfUnits(list: UnitList): UnitList | undefined {
  if (list.elements.some(({ text }) => text)) return list;
  for (const inner of listsIn(list)) {
    const found = listOfUnits(inner);
    if (found) return found;
  }
  return undefined;
}
