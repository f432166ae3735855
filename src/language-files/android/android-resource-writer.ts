import type { FileFacts } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import { type Meta, metaItems, metaObject, metaText, metaTexts } from '../model/meta';
import type { Plural, PluralCategory } from '../model/plural';
import { plainText } from '../text/plain-text';
import { toIcuMessage } from '../text/plurals/icu-message';
import { namespaceDeclarations, storedAttributes } from '../xml/stored-xml';
import { writeComment } from '../xml/xml-comments';
import { metaNamespaces, type Namespaces } from '../xml/xml-markup';
import { attributes, fitsComment, XML_DECLARATION } from '../xml/xml-writer';
import { hasUnorderedArguments } from './android-arguments';
import { isMessageKey, namespacesFor, readTextMeta, XLIFF_NAMESPACE } from './android-meta';
import { NO_PLURAL, PluralNames, type ResourceName } from './android-names';
import { pluralForms } from './android-plural-writer';
import { isMarkup, renderText, type Rendering } from './android-rendering';
import { startTag } from './android-start-tag';

/** The white space of a file. */
export interface ResourceLayout {
  newline: string;
  indent: string;
  itemIndent: string;
}

const CANONICAL: ResourceLayout = { newline: '\n', indent: '  ', itemIndent: '    ' };

/** The maximum size of a text in UTF-8: a compiled string pool has lengths of 15 bits (androidfw/ResourceTypes.h). */
const MAX_BYTES = 32_767;

/** The XML of a string. */
export interface StringRendering extends Rendering {
  /** True for a text that aapt2 refuses without `formatted="false"`. */
  needsFormatted: boolean;
}

/** Writes the parts of a `<resources>` document one by one. */
export class ResourceWriter {
  /** The namespaces that the root element declares. */
  private readonly namespaces: Namespaces;
  private readonly plurals = new PluralNames();

  constructor(
    private readonly file: FileFacts,
    private readonly layout = CANONICAL,
  ) {
    const namespaces = file.meta?.namespaces;
    this.namespaces = Array.isArray(namespaces) ? metaNamespaces(namespaces) : new Map([XLIFF_NAMESPACE]);
  }

  /** Returns the XML declaration, the stored header comments and the start tag of the root element. */
  writeHead(): string {
    const { meta } = this.file;
    const comments = metaTexts(meta, 'header').filter(fitsComment);
    const pairs = [...namespaceDeclarations(this.namespaces), ...storedAttributes(meta?.attributes, this.namespaces)];
    const header = comments.map((text) => `<!--${text}-->\n`).join('');
    return `${XML_DECLARATION}${header}<resources${attributes(pairs, '')}>\n`;
  }

  /** Writes a string or a plural. @throws UnwritableTextError, PluralConflictError */
  writeResource(entry: EntryToWrite, name: ResourceName): string {
    const { key, value, description } = entry;
    const comment = this.writeComment(description, this.layout.indent, key);
    if (name.isPlural && (typeof value !== 'object' || value.type === 'ordinal')) {
      if (value) throw new UnwritableTextError(key, NO_PLURAL);
      return '';
    }
    if (typeof value !== 'object') return comment + this.writeString(entry, name);
    if (isMessageKey(entry.keyMeta) && !name.isPlural)
      return comment + this.writeString({ ...entry, value: toIcuMessage(value) }, name);
    if (value.type === 'cardinal') return comment + this.writePlurals(entry, value, name);
    this.warn('plural_as_icu', 'Android has no ordinal plurals; the text is written as its ICU message', key);
    return comment + this.writeString({ ...entry, value: toIcuMessage(value) }, name);
  }

  /** @param items by index; undefined for an empty item */
  writeArray(items: readonly (EntryToWrite | undefined)[], name: ResourceName): string {
    const first = items.find((item) => item !== undefined);
    if (!first) return '';
    const prefixes = new Set<string>();
    const lines = items.map((item, index) => this.writeItem(item, index > 0, prefixes));
    const { indent, newline } = this.layout;
    const comment = this.writeComment(items[0]?.description, indent, first.key);
    const { key, keyMeta } = first;
    const tag = startTag({ tag: 'string-array', name, key, keyMeta, prefixes }, this.namespaces);
    return `${comment}${indent}<${tag}>${newline}${lines.join('')}${indent}</string-array>${newline}`;
  }

  /** @param written names of the arrays that were written with items */
  writeEmptyArrays(written: ReadonlySet<string>): string {
    return metaItems(this.file.meta?.emptyArrays)
      .map((array) => this.writeEmptyArray(metaObject(array), written))
      .join('');
  }

  private writeEmptyArray({ attributes: stored, description }: Meta, written: ReadonlySet<string>): string {
    const pairs = storedAttributes(stored, this.namespaces);
    const name = pairs.find(([attribute]) => attribute === 'name')?.[1];
    if (name === undefined || written.has(name)) return '';
    const { indent, newline } = this.layout;
    const comment = this.writeComment(metaText(description), indent, name);
    return `${comment}${indent}<string-array${attributes(pairs, '')}/>${newline}`;
  }

  /** @param prefixes collects the prefixes that the item uses */
  writeItem(entry: EntryToWrite | undefined, withComment: boolean, prefixes = new Set<string>()): string {
    const { itemIndent, newline } = this.layout;
    if (!entry) return `${itemIndent}<item/>${newline}`;
    const { key, description } = entry;
    const comment = this.writeComment(withComment ? description : undefined, itemIndent, key);
    const rendering = this.renderString(entry);
    for (const prefix of rendering.prefixes) prefixes.add(prefix);
    return `${comment}${itemIndent}<item>${rendering.xml}</item>${newline}`;
  }

  private writeString(entry: EntryToWrite, name: ResourceName): string {
    const { key, keyMeta } = entry;
    const { xml, prefixes, needsFormatted } = this.renderString(entry);
    const { indent, newline } = this.layout;
    const tag = startTag({ tag: 'string', name, key, keyMeta, prefixes, needsFormatted }, this.namespaces);
    return `${indent}<${tag}>${xml}</string>${newline}`;
  }

  renderString(entry: EntryToWrite): StringRendering {
    const text = plainText(entry);
    this.warnOfLength(text, entry.key);
    const { references, cdata } = readTextMeta(entry.meta, entry.keyMeta);
    const markup = this.hasMarkup([text], entry);
    const rendering = renderText(text, { markup, reference: references === true, cdata }, entry.key);
    const visibleText = text.replace(rendering.prefixes.size > 0 ? /<[^>]*>/g : '', '');
    return { ...rendering, needsFormatted: !rendering.styled && hasUnorderedArguments(visibleText) };
  }

  private writePlurals(entry: EntryToWrite, plural: Plural, name: ResourceName): string {
    const { key, keyMeta } = entry;
    this.plurals.add(key);
    const { indent, itemIndent, newline } = this.layout;
    const prefixes = new Set<string>();
    let items = '';
    const forms = pluralForms(plural, this.file.language, (code, detail) => this.warn(code, detail, key));
    for (const [category, rendering] of this.renderForms(entry, forms)) {
      for (const prefix of rendering.prefixes) prefixes.add(prefix);
      items += `${itemIndent}<item quantity="${category}">${rendering.xml}</item>${newline}`;
    }
    const tag = startTag({ tag: 'plurals', name, key, keyMeta, prefixes }, this.namespaces);
    return `${indent}<${tag}>${newline}${items}${indent}</plurals>${newline}`;
  }

  /** Renders the forms of a plural. */
  renderForms(
    entry: EntryToWrite,
    forms: readonly [category: PluralCategory, text: string][],
  ): [category: PluralCategory, rendering: Rendering][] {
    const { key, meta, keyMeta } = entry;
    const { references, cdata } = readTextMeta(meta, keyMeta);
    const texts = forms.map(([, text]) => text);
    const markup = this.hasMarkup(texts, entry);
    return forms.map(([category, text]) => {
      this.warnOfLength(text, key);
      const reference = Array.isArray(references) && references.includes(category);
      return [category, renderText(text, { markup, reference, cdata }, key)];
    });
  }

  private writeComment(description: string | undefined, indent: string, key: string): string {
    const { newline } = this.layout;
    const comment = writeComment(description, indent, key, this.file).slice(0, -1);
    return comment && comment.replaceAll('\n', newline || '\n') + newline;
  }

  private warnOfLength(text: string, key: string): void {
    if (text.length * 3 <= MAX_BYTES || Buffer.byteLength(text) <= MAX_BYTES) return;
    this.warn('text_too_long', `aapt2 replaces a text of more than ${MAX_BYTES} bytes by another one`, key);
  }

  /**
   * Whether texts are written as markup. A text that was markup and no longer is well-formed is escaped, with a
   * warning.
   */
  private hasMarkup(texts: readonly string[], { key, meta, keyMeta }: EntryToWrite): boolean {
    if (readTextMeta(meta, keyMeta).markup !== true) return false;
    if (isMarkup(texts, namespacesFor(this.namespaces, keyMeta))) return true;
    if (texts.some((text) => /[<&]/.test(text))) {
      this.warn('markup_escaped', 'the text is not well-formed markup any more; it is escaped', key);
    }
    return false;
  }

  private warn(code: string, detail: string, key: string): void {
    this.file.warn({ code, detail, key });
  }
}
