import type { TemplateContext } from '../model/codec';
import { XmlEdits } from '../xml/xml-edits';
import { contextOf } from '../xml/unit-template';
import { type XmlElement, attribute, childElement, childElements, localName } from '../xml/xml-tree';
import { numerusOf } from './qt-plurals';
import { QtTsReader } from './qt-reader';
import { readVariants } from './qt-text';

/** The child elements of a message that belong to its translation. */
const TRANSLATION_ELEMENTS = ['oldsource', 'oldcomment', 'translatorcomment', 'userdata'];

/** Makes a TS file one of another language, without translations and without messages that are not in use. */
export function adaptQtTs(source: string, context: TemplateContext): string {
  const edits = new XmlEdits(source, '');
  const forms = numerusOf(context.language).categories.length;
  const reader = new QtTsReader(contextOf(context), (element, entry) => {
    if (entry) removeTranslation(element, forms, edits);
    else if (localName(element) === 'message') edits.remove(element);
    else if (element.name === 'TS') adaptRoot(element, context.language, edits);
  });
  reader.readText(source);
  return edits.apply();
}

function adaptRoot(root: XmlElement, language: string, edits: XmlEdits): void {
  const hasHyphen = attribute(root, 'language')?.includes('-');
  edits.setAttribute(root, 'language', hasHyphen ? language : language.replaceAll('-', '_'), '', 'version');
}

/** @param count of the numerus forms of the language */
function removeTranslation(message: XmlElement, count: number, edits: XmlEdits): void {
  for (const name of TRANSLATION_ELEMENTS) for (const child of childElements(message, name)) edits.remove(child);
  const translation = childElement(message, 'translation');
  if (!translation) return;
  edits.setAttribute(translation, 'type', 'unfinished', '');
  edits.setAttribute(translation, 'variants', undefined, '');
  const forms = childElements(translation, 'numerusform');
  const isNumerus = attribute(message, 'numerus') === 'yes';
  if (!isNumerus && readVariants(translation) !== '') edits.setContent(translation, '');
  if (!isNumerus) return;
  for (const form of forms.slice(count)) edits.remove(form);
  for (const form of forms.slice(0, count)) edits.replace(form, '<numerusform></numerusform>');
  const last = forms.at(-1);
  for (let added = forms.length; last && added < count; added++)
    edits.insertBehind(last, '<numerusform></numerusform>');
}
