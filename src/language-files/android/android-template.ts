import { usualNewline } from '../text/usual-newline';
import type { FileFacts, TemplateContext } from '../model/codec';
import type { EntryToWrite, ParsedEntry, Value } from '../model/entry';
import { PLURAL_CATEGORIES, type PluralCategory } from '../model/plural';
import type {
  FileTemplate,
  ListSpace,
  NewElement,
  NewText,
  Renaming,
  Replacement,
  TemplateElement,
  TemplateList,
  WantedTexts,
} from '../template/file-template';
import { groupOf } from '../template/group-of';
import { isPluralCategory } from '../text/plurals/categories';
import { type CommentGroups, groupComments, writeComment } from '../xml/xml-comments';
import {
  commentName,
  CommentText,
  ElementList,
  indentAt,
  listIn,
  replaceAttribute,
  spaceIn,
} from '../xml/xml-template';
import { attribute, type XmlComment, type XmlElement, type XmlNode } from '../xml/xml-tree';
import { readItems, readName } from './android-elements';
import { namespacesFor } from './android-meta';
import { parseResourceKey, resourceKey } from './android-names';
import { type ResourceHandler, visitAndroid } from './android-reader';
import type { Rendering } from './android-rendering';
import { type ResourceLayout, ResourceWriter } from './android-resource-writer';
import { AndroidText } from './android-text';
import { WantedItems } from './array-items';
import { NewResources } from './new-resources';

/** A list with the element that contains it. */
interface ResourceList extends TemplateList {
  element: XmlElement;
}

/** The content of a file of string resources. */
export interface AndroidPlaces {
  source: string;
  root: ResourceList;
  texts: ReadonlyMap<string, AndroidText>;
  /** By key, in their order. */
  comments: ReadonlyMap<string, readonly CommentText[]>;
  /** The lists of arrays and plurals, by the name of the element and the key without an index. */
  containers: ReadonlyMap<string, ResourceList>;
  values: ReadonlyMap<string, Value>;
}

/** Reads a file of string resources. @throws FormatError as `readAndroid` does */
export function readAndroidPlaces(
  source: string,
  { language, sourceLanguage, ...context }: TemplateContext,
): AndroidPlaces {
  const builder = new TemplateBuilder(language === sourceLanguage);
  const isPlural = (key: string): boolean => context.isPlural(key);
  const { entries } = visitAndroid(source, { isPlural, warn: () => undefined }, builder);
  const { root, texts, comments, containers } = builder;
  if (!root) throw new Error('a file that was read has a root');
  return { source, root, texts, comments, containers, values: new Map(entries.map(({ key, value }) => [key, value])) };
}

/** Finds the places of the texts. Only comments in the file of the source language are texts: the descriptions. */
class TemplateBuilder implements ResourceHandler {
  readonly texts = new Map<string, AndroidText>();
  readonly comments = new Map<string, CommentText[]>();
  /** The lists of plurals, by key, and the lists of arrays, by the key without an index. */
  readonly containers = new Map<string, ResourceList>();
  root: ResourceList | undefined;
  private readonly found: Parameters<ResourceHandler['resource']>[] = [];
  private readonly rootElements: TemplateElement[] = [];
  private readonly resources = new ElementList(this.rootElements);

  constructor(private readonly isSource: boolean) {}

  resource(...found: Parameters<ResourceHandler['resource']>): void {
    this.found.push(found);
  }

  private add(element: XmlElement, root: XmlElement, comments: CommentGroups, entries: readonly ParsedEntry[]): void {
    this.resources.addComments(comments);
    const [first] = entries;
    const place: TemplateElement = { start: comments.own[0]?.start ?? element.start, end: element.end };
    const scope = [root, element];
    if (element.name === 'plurals' || element.name === 'string-array') {
      const list: ResourceList = { ...listIn(element), element };
      const key = element.name === 'plurals' ? first?.key : undefined;
      this.containers.set(`${element.name}\0${key ?? resourceKey(readName(element))}`, list);
      this.describe(place, { start: element.start, end: element.end, list }, first?.key, comments);
      if (element.name === 'plurals') this.addForms(list, scope, first?.key ?? '');
      else this.addItems(list, scope, entries);
    } else if (first) {
      const text = this.addText(new AndroidText(first.key, first.key, scope));
      this.describe(place, { start: element.start, end: element.end, text }, first.key, comments);
    }
    this.resources.add(place);
  }

  end(root: XmlElement, nodes: readonly XmlNode[]): void {
    for (const found of this.found) this.add(...found);
    const { trailing, apart, own } = groupComments(nodes);
    this.resources.addComments({ trailing, apart: [...apart, ...own] });
    this.root = { ...listIn(root), elements: this.rootElements, element: root };
  }

  /** Makes the comments above an element texts of their own beside it. */
  private describe(
    place: TemplateElement,
    inner: TemplateElement,
    key: string | undefined,
    { own }: { own: readonly XmlComment[] },
  ): void {
    const others = this.comments.get(key ?? '') ?? [];
    if (key === undefined || !this.isSource || (own.length === 0 && others.length > 0)) {
      Object.assign(place, { text: inner.text, list: inner.list });
      return;
    }
    const comment = new CommentText(commentName(key, others.length), own, inner);
    groupOf(this.comments, key).push(comment);
    const { start, end } = comment;
    place.list = { start, end: inner.end, elements: [{ start, end, isNote: true, text: comment }, inner] };
  }

  private addForms(list: ResourceList, scope: readonly XmlElement[], key: string): void {
    const forms = new ElementList(list.elements);
    list.rankOf = (name) => PLURAL_CATEGORIES.findIndex((category) => name.endsWith(`\0${category}`));
    for (const { element, comments } of readItems(list.element).items) {
      const text = this.addText(new AndroidText(`${key}\0${quantityOf(element)}`, key, [...scope, element]));
      const place: TemplateElement = { start: comments[0]?.start ?? element.start, end: element.end };
      this.describe(place, { start: element.start, end: element.end, text }, key, { own: comments });
      forms.add(place);
    }
  }

  private addItems(list: ResourceList, scope: readonly XmlElement[], entries: readonly ParsedEntry[]): void {
    const items = new ElementList(list.elements);
    for (const [index, { element, comments }] of readItems(list.element).items.entries()) {
      const key = entries[index]?.key ?? '';
      const text = this.addText(new AndroidText(key, key, [...scope, element]));
      const { start, end } = element;
      const place: TemplateElement = { start: comments[0]?.start ?? start, end, isPositional: true };
      this.describe(place, { start, end, text }, key, { own: comments });
      items.add(place);
    }
  }

  private addText(text: AndroidText): AndroidText {
    this.texts.set(text.name, text);
    return text;
  }
}

const quantityOf = (item: XmlElement): PluralCategory | '' => {
  const quantity = attribute(item, 'quantity') ?? '';
  return isPluralCategory(quantity) ? quantity : '';
};

/** A file of string resources whose texts can be replaced in their places. */
export class AndroidTemplate implements FileTemplate {
  readonly emptyToken = '<item/>';
  readonly source: string;
  readonly root: ResourceList;
  readonly values: ReadonlyMap<string, Value>;
  readonly texts: ReadonlyMap<string, AndroidText>;
  /** By key, in their order. */
  readonly comments: ReadonlyMap<string, readonly CommentText[]>;
  readonly containers: ReadonlyMap<string, ResourceList>;
  readonly layout: ResourceLayout;
  readonly namespaces: [prefix: string, uri: string][];
  /** The changed entries, and the XML of their texts by name. */
  readonly entries = new Map<string, EntryToWrite>();
  readonly renderings = new Map<string, Rendering>();
  /** The items of arrays with a text. */
  readonly itemsWithText = new Set<string>();
  readonly items = new WantedItems();

  constructor(
    { source, root, texts, comments, containers, values }: AndroidPlaces,
    private readonly file: FileFacts,
  ) {
    this.source = source;
    this.root = root;
    this.texts = texts;
    this.comments = comments;
    this.containers = containers;
    this.values = values;
    this.namespaces = root.element.attributes
      .filter(({ name }) => name.startsWith('xmlns:'))
      .map(({ name, value }) => [name.slice('xmlns:'.length), value]);
    this.layout = this.findLayout();
  }

  /** Warns about arrays that are written without all of their texts. */
  prepare(wanted: WantedTexts): WantedTexts {
    for (const name of wanted.keys()) if (name.endsWith(']')) this.items.add(name, this.itemsWithText.has(name));
    const sizeOf = (name: string): number | undefined => this.container('string-array', name)?.elements.length;
    this.items.warn(sizeOf, (warning) => this.file.warn(warning));
    return wanted;
  }

  /** Returns the list of a container in the file. */
  container(tag: 'plurals' | 'string-array', key: string): ResourceList | undefined {
    return this.containers.get(`${tag}\0${key}`);
  }

  /** Returns a writer for texts of the file. */
  createWriter(): ResourceWriter {
    return new ResourceWriter({ ...this.file, meta: { namespaces: this.namespaces } }, this.layout);
  }

  /** Renames strings and plurals. The key of an item names its array, which has further keys. */
  rename({ element, from, to }: Renaming): Replacement[] | undefined {
    const resource = this.container('plurals', from)?.element ?? this.texts.get(from)?.element;
    const isHere = resource && resource.start >= element.start && resource.end <= element.end;
    if (!isHere || resource.name === 'item' || resourceKey(readName(resource)) !== from) return undefined;
    const { product } = readName(resource);
    const { name, index, isPlural, product: wanted } = parseResourceKey(to, product);
    return index === undefined && !isPlural && wanted === product
      ? replaceAttribute(resource, 'name', name)
      : undefined;
  }

  listFor(name: string): ResourceList {
    const [key = '', category] = name.split('\0');
    if (category !== undefined) return this.container('plurals', key) ?? this.root;
    return this.container('string-array', key.replace(/\[\d+\]$/, '')) ?? this.root;
  }

  writeToken(value: string, replaced: AndroidText | CommentText): string {
    if (replaced instanceof AndroidText) {
      const entry = this.entries.get(replaced.key ?? '');
      const namespaces = namespacesFor(new Map(this.namespaces), entry?.keyMeta);
      return replaced.write(value, this.renderings.get(replaced.name), namespaces);
    }
    return replaced.write(this.source, value, writeComment(value, '', replaced.name, this.file).slice(0, -1));
  }

  writeElements(list: ResourceList, texts: readonly NewText[]): NewElement[] {
    const resources = new NewResources(this);
    if (list.element.name === 'plurals') return resources.writeForms(texts);
    if (list.element.name === 'string-array') return resources.writeItems(list, texts);
    return resources.writeResources(texts);
  }

  spaceOf({ element }: Partial<ResourceList>): ListSpace {
    const { newline, indent, itemIndent } = this.layout;
    if (!element) return { before: '', between: '', after: '' };
    if (element === this.root.element) return spaceIn(element, indent, '', newline);
    return spaceIn(element, itemIndent, indent, newline);
  }

  private findLayout(): ResourceLayout {
    const first = this.root.elements[0];
    const indent = first ? indentAt(this.source, first.start) : '  ';
    if (indent === undefined) return { newline: '', indent: '', itemIndent: '' };
    const [list] = [...this.containers.values()].filter(({ elements }) => elements.length > 0);
    const itemIndent = list?.elements[0] && indentAt(this.source, list.elements[0].start);
    return { newline: usualNewline(this.source), indent, itemIndent: itemIndent ?? indent + indent };
  }
}
