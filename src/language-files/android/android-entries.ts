import type { ParsedEntry } from '../model/entry';
import { compactMeta } from '../model/meta';
import type { PluralCategory } from '../model/plural';
import type { Warning } from '../model/warnings';
import { parsePluralMessage } from '../text/plurals/icu-message';
import { joinTexts, readComments } from '../xml/xml-comments';
import type { XmlElement } from '../xml/xml-tree';
import { escapeMarkupText, readContent, type AndroidContent } from './android-content';
import {
  keyMetaReader,
  positionOf,
  readItems,
  readMarkup,
  readName,
  readQuantity,
  type Item,
} from './android-elements';
import { resourceKey } from './android-names';

/** An element of a resource file and its surroundings. */
export interface Resource {
  element: XmlElement;
  root: XmlElement;
  /** The comments above the element. */
  description: string | undefined;
  warn: (warning: Warning) => void;
}

export function stringEntry(resource: Resource): ParsedEntry {
  const { element, root, description } = resource;
  const readKeyMeta = keyMetaReader(element, root);
  const entry = textEntry(resource, element, resourceKey(readName(element)), readKeyMeta);
  const isMessage = typeof entry.value === 'string' && parsePluralMessage(entry.value) !== undefined;
  return { ...entry, description, ...(isMessage && { keyMeta: { ...entry.keyMeta, message: true } }) };
}

/** Returns one entry for each item. The comment above the array describes the first item. */
export function arrayEntries(resource: Resource): ParsedEntry[] {
  const { element, root, description } = resource;
  const name = readName(element);
  const readKeyMeta = keyMetaReader(element, root);
  return readItems(element).items.map((item, index) => ({
    ...textEntry(resource, item.element, resourceKey({ ...name, index }), readKeyMeta),
    description: joinTexts([index === 0 ? description : undefined, readComments(item.comments)]),
  }));
}

function textEntry(
  resource: Resource,
  item: XmlElement,
  key: string,
  readKeyMeta: ReturnType<typeof keyMetaReader>,
): ParsedEntry {
  const content = readItemContent(item, key, resource);
  return {
    key,
    value: content.text,
    keyMeta: readKeyMeta([content]),
    meta: compactMeta({
      markup: readMarkup([content]),
      references: content.reference || undefined,
      cdata: content.cdata || undefined,
    }),
    line: item.line,
  };
}

/** Returns undefined for a plural without items. */
export function pluralEntry(resource: Resource): ParsedEntry | undefined {
  const { element, root, description } = resource;
  const key = resourceKey(readName(element));
  const { items } = readItems(element);
  const contentByCategory = readForms(items, key, resource);
  if (contentByCategory.size === 0) return undefined;
  const contents = [...contentByCategory.values()];
  const references = [...contentByCategory].filter(([, { reference }]) => reference).map(([category]) => category);
  return {
    key,
    value: { type: 'cardinal', arg: 'count', exact: new Map(), forms: toForms(contentByCategory, key, resource) },
    description: joinTexts([description, ...items.map(({ comments }) => readComments(comments))]),
    keyMeta: keyMetaReader(element, root)(contents),
    meta: compactMeta({
      markup: readMarkup(contents),
      references,
      cdata: contents.every(({ cdata }) => cdata) || undefined,
    }),
    line: element.line,
  };
}

function readForms(items: readonly Item[], key: string, resource: Resource): Map<PluralCategory, AndroidContent> {
  const contents = new Map<PluralCategory, AndroidContent>();
  for (const { element } of items) {
    contents.set(readQuantity(element, contents), readItemContent(element, key, resource));
  }
  return contents;
}

/**
 * Returns the texts of a plural's forms. If one form has markup, all of them are XML. aapt2 does not require `other`,
 * but Android falls back to it; a missing one is a copy of the last form, with a warning.
 */
function toForms(
  contents: ReadonlyMap<PluralCategory, AndroidContent>,
  key: string,
  { element, warn }: Resource,
): Map<PluralCategory, string> {
  const hasMarkup = [...contents.values()].some(({ markup }) => markup);
  const forms = new Map<PluralCategory, string>();
  for (const [category, { text, markup }] of contents) {
    forms.set(category, hasMarkup && !markup ? escapeMarkupText(text) : text);
  }
  if (forms.has('other')) return forms;
  const [last, text] = [...forms].at(-1) ?? ['other', ''];
  const detail = `the form "other" is missing; it is a copy of "${last}"`;
  warn({ code: 'plural_form_invented', detail, key, line: element.line });
  return forms.set('other', text);
}

function readItemContent(item: XmlElement, key: string, { warn }: Resource): AndroidContent {
  const content = readContent(item, positionOf(item));
  if (content.hasComments) {
    warn({ code: 'comment_dropped', detail: 'a comment inside a text is not imported', key, line: item.line });
  }
  return content;
}
