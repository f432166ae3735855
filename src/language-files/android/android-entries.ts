import type { ParsedEntry } from '../model/entry';
import type { PluralCategory } from '../model/plural';
import type { Warning } from '../model/warnings';
import type { XmlElement } from '../xml/xml-tree';
import { joinTexts } from '../xml/xml-comments';
import { escapeMarkupText, readContent, type AndroidContent } from './android-content';
import { itemsOf, keyMetaOf, markupOf, nameOf, positionOf, quantityOf, type Item } from './android-elements';
import { metaOf } from './android-meta';
import { keyOf } from './android-names';

/** An element of a resource file, with what is around it. */
export interface Resource {
  element: XmlElement;
  root: XmlElement;
  description: string | undefined;
  warn: (warning: Warning) => void;
}

export function stringEntry(resource: Resource): ParsedEntry {
  const { element, description } = resource;
  return { ...textEntry(resource, element, keyOf(nameOf(element))), description };
}

/** One entry an item; the comment above the array describes the first. */
export function arrayEntries(resource: Resource): ParsedEntry[] {
  const { element, description } = resource;
  const name = nameOf(element);
  return itemsOf(element).items.map((item, index) => ({
    ...textEntry(resource, item.element, keyOf({ ...name, index })),
    description: joinTexts([index === 0 ? description : undefined, item.comment]),
  }));
}

function textEntry(resource: Resource, item: XmlElement, key: string): ParsedEntry {
  const content = read(item, key, resource);
  return {
    key,
    value: content.text,
    keyMeta: keyMetaOf(resource.element, resource.root, [content]),
    meta: metaOf({
      markup: markupOf([content]),
      references: content.reference || undefined,
      cdata: content.cdata || undefined,
    }),
    line: item.line,
  };
}

/** Undefined where the plural has no items. */
export function pluralEntry(resource: Resource): ParsedEntry | undefined {
  const { element, root, description } = resource;
  const key = keyOf(nameOf(element));
  const { items } = itemsOf(element);
  const contents = readForms(items, key, resource);
  if (contents.size === 0) return undefined;
  const all = [...contents.values()];
  return {
    key,
    value: { type: 'cardinal', arg: 'count', exact: new Map(), forms: formsOf(contents, key, resource) },
    description: joinTexts([description, ...items.map(({ comment }) => comment)]),
    keyMeta: keyMetaOf(element, root, all),
    meta: metaOf({
      markup: markupOf(all),
      references: [...contents].filter(([, { reference }]) => reference).map(([category]) => category),
      cdata: all.every(({ cdata }) => cdata) || undefined,
    }),
    line: element.line,
  };
}

function readForms(items: readonly Item[], key: string, resource: Resource): Map<PluralCategory, AndroidContent> {
  const contents = new Map<PluralCategory, AndroidContent>();
  for (const { element } of items) contents.set(quantityOf(element, contents), read(element, key, resource));
  return contents;
}

/** Where one form is markup, all are. aapt2 asks for no `other`, but Android falls back to it. */
function formsOf(contents: ReadonlyMap<PluralCategory, AndroidContent>, key: string, { element, warn }: Resource) {
  const isMarkup = [...contents.values()].some(({ markup }) => markup);
  const forms = new Map<PluralCategory, string>();
  for (const [category, { text, markup }] of contents) {
    forms.set(category, isMarkup && !markup ? escapeMarkupText(text) : text);
  }
  const [last, text] = [...forms].at(-1) ?? ['other', ''];
  if (forms.has('other')) return forms;
  warn({ code: 'plural_form_invented', detail: `"other" is missing; copied from "${last}"`, key, line: element.line });
  return forms.set('other', text);
}

function read(item: XmlElement, key: string, { warn }: Resource): AndroidContent {
  const content = readContent(item, positionOf(item));
  if (content.hasComments) {
    warn({ code: 'comment_dropped', detail: 'comments within a text are not imported', key, line: item.line });
  }
  return content;
}
