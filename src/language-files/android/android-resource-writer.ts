import type { FileToWrite } from '../model/codec';
import { PLURAL_CATEGORIES, type Plural } from '../model/plural';
import type { EntryToWrite } from '../model/entry';
import { type Meta, metaTexts, metaItems, metaObject, metaText } from '../model/meta';
import { plainText } from '../text/plain-text';
import { toIcuMessage } from '../text/plurals/icu-message';
import { pluralCategories } from '../text/plurals/categories';
import { metaAttributes, metaNamespaces, type Namespaces } from '../xml/xml-markup';
import type { XmlAttribute } from '../xml/xml-tree';
import { attributes, fitsComment, XML_DECLARATION } from '../xml/xml-writer';
import { writeComment } from '../xml/xml-comments';
import { needsPositions } from './android-arguments';
import { namespacesFor, readTextMeta, XLIFF_NAMESPACE } from './android-meta';
import type { ResourceName } from './android-names';
import { isMarkup, renderText, type Rendering } from './android-rendering';

const INDENT = '  ';

/** Of UTF-8 in a compiled string pool, whose lengths have 15 bits (androidfw/ResourceTypes.h, `ResStringPool`). */
const MAX_BYTES = 32_767;

/** Writes resources one by one into a `<resources>` whose namespaces are known from the start. */
export class ResourceWriter {
  private readonly root: Namespaces;

  constructor(private readonly file: FileToWrite) {
    const namespaces = file.meta?.namespaces;
    this.root = Array.isArray(namespaces) ? metaNamespaces(namespaces) : new Map([XLIFF_NAMESPACE]);
  }

  head(): string {
    const comments = metaTexts(this.file.meta, 'header').filter(fitsComment);
    const kept = metaAttributes(this.file.meta?.attributes, this.root);
    const written = attributes([...declarations(this.root), ...pairs(kept)], '');
    return `${XML_DECLARATION}${comments.map((text) => `<!--${text}-->\n`).join('')}<resources${written}>\n`;
  }

  /** A string or a plural. */
  resource(entry: EntryToWrite, name: ResourceName): string {
    const { key, value, description } = entry;
    const comment = writeComment(description, INDENT, key, this.file);
    if (typeof value !== 'object') return comment + this.string(entry, name);
    if (value.type === 'cardinal') return comment + this.plurals(entry, value, name);
    this.warn('plural_as_icu', 'Android has no ordinals; written as the ICU message', key);
    return comment + this.string({ ...entry, value: toIcuMessage(value) }, name);
  }

  /** The items by index, with `undefined` where there is none. */
  array(items: readonly (EntryToWrite | undefined)[], name: ResourceName): string {
    const entries = items.filter((item) => item !== undefined);
    const [first] = entries;
    if (!first) return '';
    const prefixes = new Set<string>();
    const lines = items.map((item, index) => this.item(item, index > 0, prefixes));
    const above = writeComment(items[0]?.description, INDENT, first.key, this.file);
    const opening = this.opening('string-array', name, first, prefixes);
    return `${above}${INDENT}<${opening}>\n${lines.join('')}${INDENT}</string-array>\n`;
  }

  /** @param filled names of arrays that have items by now */
  emptyArrays(filled: ReadonlySet<string>): string {
    return metaItems(this.file.meta?.emptyArrays)
      .map((array) => this.emptyArray(metaObject(array), filled))
      .join('');
  }

  private emptyArray({ attributes: kept, description }: Meta, filled: ReadonlySet<string>): string {
    const found = metaAttributes(kept, this.root);
    const name = found.find((each) => each.name === 'name')?.value;
    if (name === undefined || filled.has(name)) return '';
    return `${writeComment(metaText(description), INDENT, name, this.file)}${INDENT}<string-array${attributes(pairs(found), '')}/>\n`;
  }

  private item(entry: EntryToWrite | undefined, withComment: boolean, prefixes: Set<string>): string {
    if (!entry) return `${INDENT}${INDENT}<item/>\n`;
    const { key, description } = entry;
    const comment = writeComment(withComment ? description : undefined, INDENT + INDENT, key, this.file);
    const { xml, prefixes: used } = this.text(entry);
    for (const prefix of used) prefixes.add(prefix);
    return `${comment}${INDENT}${INDENT}<item>${xml}</item>\n`;
  }

  private string(entry: EntryToWrite, name: ResourceName): string {
    const rendering = this.text(entry);
    const visible = plainText(entry).replace(rendering.prefixes.size > 0 ? /<[^>]*>/g : '', '');
    const unformatted = !rendering.styled && needsPositions(visible);
    const opening = this.opening('string', name, entry, rendering.prefixes, unformatted);
    return `${INDENT}<${opening}>${rendering.xml}</string>\n`;
  }

  private text(entry: EntryToWrite): Rendering {
    const text = plainText(entry);
    this.checkLength(text, entry.key);
    const { references, cdata } = readTextMeta(entry.meta, entry.keyMeta);
    const markup = this.isMarkup([text], entry);
    return renderText(text, { markup, reference: references === true, cdata }, entry.key);
  }

  private plurals(entry: EntryToWrite, plural: Plural, name: ResourceName): string {
    const { key } = entry;
    const { references, cdata } = readTextMeta(entry.meta, entry.keyMeta);
    const markup = this.isMarkup([...plural.forms.values()], entry);
    const prefixes = new Set<string>();
    let items = '';
    for (const [category, text] of this.allForms(plural, key)) {
      this.checkLength(text, key);
      const reference = Array.isArray(references) && references.includes(category);
      const rendering = renderText(text, { markup, reference, cdata }, key);
      for (const prefix of rendering.prefixes) prefixes.add(prefix);
      items += `${INDENT}${INDENT}<item quantity="${category}">${rendering.xml}</item>\n`;
    }
    return `${INDENT}<${this.opening('plurals', name, entry, prefixes)}>\n${items}${INDENT}</plurals>\n`;
  }

  /** Every category of the language, because Android asks for each by itself; what is missing is a copy of `other`. */
  private allForms({ arg, exact, forms }: Plural, key: string): (readonly [string, string])[] {
    const expected = pluralCategories(this.file.language);
    const categories = PLURAL_CATEGORIES.filter((category) => forms.has(category) || expected.includes(category));
    const invented = categories.filter((category) => !forms.has(category));
    if (invented.length > 0) this.warn('plural_form_invented', `copied from "other": ${invented.join(', ')}`, key);
    for (const n of exact.keys()) this.warn('plural_form_dropped', `Android has no form for exactly ${n}`, key);
    if (arg !== 'count') this.warn('plural_argument_dropped', `Android has no name for the argument "${arg}"`, key);
    return categories.map((category) => [category, forms.get(category) ?? forms.get('other') ?? '']);
  }

  private checkLength(text: string, key: string): void {
    if (text.length * 3 <= MAX_BYTES || Buffer.byteLength(text) <= MAX_BYTES) return;
    this.warn(
      'text_too_long',
      `a compiled resource holds at most ${MAX_BYTES} bytes; aapt2 puts another text there`,
      key,
    );
  }

  private isMarkup(texts: readonly string[], { key, meta, keyMeta }: EntryToWrite): boolean {
    if (readTextMeta(meta, keyMeta).markup !== true) return false;
    if (isMarkup(texts, namespacesFor(this.root, keyMeta))) return true;
    if (texts.some((text) => /[<&]/.test(text))) this.warn('markup_escaped', 'no well-formed markup any more', key);
    return false;
  }

  private opening(
    tag: string,
    name: ResourceName,
    { key, keyMeta }: EntryToWrite,
    used: ReadonlySet<string>,
    unformatted = false,
  ): string {
    const namespaces = namespacesFor(this.root, keyMeta);
    const kept = keptAttributes(keyMeta, namespaces, name);
    const isChecked = !kept.some(({ name, value }) => name === 'formatted' || (name === 'translatable' && value === 'false')); // prettier-ignore
    const prefixes = new Set([...used, ...kept.flatMap((attribute) => prefixOf(attribute))]);
    const local = [...namespaces].filter(([prefix, uri]) => prefixes.has(prefix) && this.root.get(prefix) !== uri);
    const all = [
      ['name', name.name] as const,
      ['product', name.product] as const,
      ...declarations(local),
      ...pairs(kept),
      ['formatted', unformatted && isChecked ? 'false' : undefined] as const,
    ];
    return `${tag}${attributes(all, key)}`;
  }

  private warn(code: string, detail: string, key: string): void {
    this.file.warn({ code, detail, key });
  }
}

function keptAttributes(keyMeta: Meta | undefined, namespaces: Namespaces, { product }: ResourceName): XmlAttribute[] {
  const apart = ['name', 'quantity', ...(product === undefined ? [] : ['product'])];
  return metaAttributes(keyMeta?.attributes, namespaces).filter(({ name }) => !apart.includes(name));
}

const pairs = (kept: readonly XmlAttribute[]): [string, string][] => kept.map(({ name, value }) => [name, value]);

const declarations = (namespaces: Iterable<readonly [string, string]>): [string, string][] =>
  [...namespaces].map(([prefix, uri]) => [`xmlns:${prefix}`, uri]);

const prefixOf = ({ name }: XmlAttribute): string[] => (name.includes(':') ? [name.slice(0, name.indexOf(':'))] : []);
