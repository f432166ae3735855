import type { ParseContext, ParsedFile } from '../model/codec';
import type { Meta } from '../model/meta';
import type { ParsedEntry } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { readXml } from '../xml/xml-reader';
import { type XmlElement, type XmlNode, attribute, localName } from '../xml/xml-tree';
import { Languages } from './document-languages';
import { UnitKeys } from './unit-keys';

const CONTAINERS = ['xliff', 'file', 'body', 'group'];

/** Takes an element that is read and then let go of; `ancestors` from the root on. */
export type Handler = (element: XmlElement, ancestors: readonly XmlElement[]) => void;

/** The way through a document that both versions of XLIFF have: files, groups and units; what these hold, each reads itself. */
export abstract class XliffDocument {
  protected readonly entries: ParsedEntry[] = [];
  protected readonly files: Meta[] = [];
  protected readonly keys = new UnitKeys();
  protected readonly languages = new Languages();
  protected hasTargets = false;
  private sawGroup = false;

  /** By the local names of elements. */
  protected abstract readonly handlers: ReadonlyMap<string, Handler>;

  constructor(
    private readonly version: 1 | 2,
    private readonly context: ParseContext,
  ) {}

  read(bytes: Uint8Array): ParsedFile {
    const { root } = readXml(bytes, (element, ancestors) => this.visit(element, ancestors));
    this.assertVersion(root);
    const meta = this.finish(root);
    this.keys.settle(this.entries);
    return { ...this.languages.finish(this.entries, this.hasTargets, this.context), ...(meta && { meta }) };
  }

  /** @returns what is kept of the document */
  protected abstract finish(root: XmlElement): Meta | undefined;

  protected noteDissolved(unit: XmlElement, ancestors: readonly XmlElement[]): void {
    if (this.sawGroup || !ancestors.some((element) => localName(element) === 'group')) return;
    this.sawGroup = true;
    this.warn('group_dropped', 'groups were dissolved: their units stand in the file itself', unit);
  }

  protected warn(code: string, detail: string, { line }: XmlElement, key?: string): void {
    this.context.warn({ code, detail, key, line });
  }

  private visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const parent = ancestors.at(-1);
    const handler = this.handlers.get(localName(element));
    if (!parent || !CONTAINERS.includes(localName(parent)) || !handler) return false;
    handler(element, ancestors);
    return true;
  }

  private assertVersion(root: XmlElement): void {
    const version = attribute(root, 'version') ?? '';
    if (localName(root) === 'xliff' && version.startsWith(`${this.version}.`)) return;
    const found = localName(root) === 'xliff' ? `XLIFF ${version}` : `<${root.name}>`;
    const { line, column } = root;
    throw new MalformedFileError(`not an XLIFF ${this.version} file but ${found}`, { line, column });
  }
}

/** The element as it is written anew, under a name of ours: only what is in it needs its prefixes. */
export const withoutName = (element: XmlElement, children: XmlNode[]): XmlElement => ({
  ...element,
  name: '',
  children,
});
