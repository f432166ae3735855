import type { ParseContext, ParsedFile } from '../model/codec';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import type { Meta } from '../model/meta';
import type { ParsedEntry, Value } from '../model/entry';
import { canonicalLanguage } from '../../common/language-tag';
import { MalformedFileError } from '../model/format-errors';
import { isArgumentName, parsePluralMessage } from '../text/plurals/icu-message';
import { readXml } from '../xml/xml-reader';
import { type XmlElement, attribute, childElement, childElements, localName, outerXml } from '../xml/xml-tree';
import { type QtKey, joinKey } from './qt-key';
import { Locations } from './qt-locations';
import { numerusCategories } from './qt-plurals';
import { readText, readVariants } from './qt-text';

/** Extras of a message that are ours: what TS itself has no place for. */
export const SOURCE_EXTRA = 'extra-glossa-source';
export const ARGUMENT_EXTRA = 'extra-glossa-argument';

const KEPT_OF_TRANSLATION = ['oldsource', 'oldcomment', 'translatorcomment', 'userdata'];

/** Qt Linguist's TS files, by Qt's "TS file format" (ts.xsd of Qt 6). */
export function readQtTs(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const reader = new QtTsReader(context);
  const { root } = readXml(bytes, (element, ancestors) => reader.visit(element, ancestors));
  return reader.finish(root);
}

class QtTsReader {
  private readonly entries: ParsedEntry[] = [];
  private readonly obsolete: [context: string, xml: string][] = [];
  private readonly locations = new Locations();
  private categories: readonly PluralCategory[] | undefined;
  private saidInvented = false;

  constructor(private readonly context: ParseContext) {}

  visit(element: XmlElement, ancestors: readonly XmlElement[]): boolean {
    const parent = ancestors.at(-1);
    if (!parent || !['context', 'TS'].includes(localName(parent))) return false;
    switch (localName(element)) {
      case 'message':
        this.readMessage(element, ancestors);
        return true;
      case 'context':
        this.dropContextComment(element);
        return true;
      default:
        return false;
    }
  }

  finish(root: XmlElement): ParsedFile {
    if (root.name !== 'TS') {
      throw new MalformedFileError(`not a TS file but <${root.name}>`, { line: root.line, column: root.column });
    }
    const head = childElements(root).map(outerXml);
    const meta: Meta = {
      ...(head.length > 0 ? { head } : {}),
      ...(this.obsolete.length > 0 ? { obsolete: this.obsolete } : {}),
    };
    return {
      language: attribute(root, 'language') || undefined,
      sourceLanguage: attribute(root, 'sourcelanguage') || undefined,
      entries: this.entries,
      ...(Object.keys(meta).length > 0 ? { meta } : {}),
    };
  }

  private readMessage(message: XmlElement, ancestors: readonly XmlElement[]): void {
    const block = ancestors.findLast((element) => localName(element) === 'context');
    const context = textIn(block, 'name') ?? '';
    const locations = this.locations.read(message);
    const translation = childElement(message, 'translation');
    const type = translation && attribute(translation, 'type');
    if (type === 'vanished' || type === 'obsolete') {
      this.obsolete.push([context, outerXml(message)]);
      return;
    }
    const name: QtKey = {
      id: attribute(message, 'id'),
      context,
      source: textIn(message, 'source'),
      disambiguation: textIn(message, 'comment'),
    };
    const key = joinKey(name);
    const isNumerus = attribute(message, 'numerus') === 'yes';
    const language = attribute(ancestors[0] ?? message, 'language') || (this.context.language ?? 'und');
    this.categories ??= numerusCategories(language);
    const source = sourceOf(message) ?? name.source;
    const forms = translation ? this.valueOf(message, translation, isNumerus, key) : null;
    const written = this.isOwnSource(forms, source, language) ? source : forms;
    this.entries.push({
      key,
      value: type === 'unfinished' && isEmpty(written) ? null : written,
      source,
      description: textIn(message, 'extracomment') || undefined,
      keyMeta: optional({ ...nameMeta(name), ...usageMeta(isNumerus, locations), ...extrasOf(message) }),
      meta: optional({ ...(type === undefined || isEmpty(written) ? {} : { type }), ...keptTexts(message) }),
      line: message.line,
    });
  }

  /** A source text without plural stands in each numerus form of the source language's own file. */
  private isOwnSource(forms: Value, source: Value | undefined, language: string): source is string {
    if (forms === null || typeof forms === 'string' || typeof source !== 'string') return false;
    const isSource = canonicalLanguage(language) === this.context.sourceLanguage;
    return isSource && [...forms.forms.values()].every((form) => form === source);
  }

  private valueOf(message: XmlElement, translation: XmlElement, isNumerus: boolean, key: string): Value {
    if (!isNumerus) return readVariants(translation);
    const categories = this.categories ?? [];
    const texts = new Map<PluralCategory, string>();
    const forms = childElements(translation, 'numerusform');
    forms.forEach((form, i) => {
      const category = categories[i];
      if (category) texts.set(category, readVariants(form));
      else this.warn('plural_form_dropped', `the language has no numerus form ${i}`, key, form.line);
    });
    if (!texts.has('other')) this.inventOther(texts, key, message.line);
    const arg = textIn(message, ARGUMENT_EXTRA) ?? '';
    return pluralOf(texts, isArgumentName(arg) ? arg : 'count');
  }

  /** Qt has forms for integers only, so Russian or Polish has no `other`: said once. */
  private inventOther(texts: Map<PluralCategory, string>, key: string, line: number): void {
    const last = [...texts.values()].at(-1);
    texts.set('other', last ?? '');
    if (last === undefined) return;
    if (this.categories?.includes('other')) {
      this.warn('plural_form_invented', 'a numerus form is missing: "other" is a copy of the last one', key, line);
    } else if (!this.saidInvented) {
      this.saidInvented = true;
      this.context.warn({
        code: 'plural_form_invented',
        detail: 'Qt has no "other" in this language: a copy of the last',
      });
    }
  }

  private dropContextComment(block: XmlElement): void {
    const comment = textIn(block, 'comment');
    if (!comment) return;
    const detail = `the comment belongs to no message: ${comment.slice(0, 80)}`;
    this.context.warn({ code: 'comment_dropped', detail, line: block.line });
  }

  private warn(code: string, detail: string, key: string, line: number): void {
    this.context.warn({ code, detail, key, line });
  }
}

function textIn(parent: XmlElement | undefined, name: string): string | undefined {
  const element = parent && childElement(parent, name);
  return element && readText(element);
}

/** A source that is not the one by which Qt finds the message. */
function sourceOf(message: XmlElement): Value | undefined {
  const text = textIn(message, SOURCE_EXTRA);
  return text === undefined ? undefined : (parsePluralMessage(text) ?? text);
}

function pluralOf(texts: ReadonlyMap<PluralCategory, string>, arg: string): Plural {
  const forms = new Map<PluralCategory, string>();
  for (const category of PLURAL_CATEGORIES) {
    const text = texts.get(category);
    if (text !== undefined) forms.set(category, text);
  }
  return { type: 'cardinal', arg, exact: new Map(), forms };
}

const isEmpty = (value: Value): boolean =>
  value === null || (typeof value === 'string' ? value === '' : [...value.forms.values()].every((form) => form === ''));

/** What the id of a message does not say. */
const nameMeta = ({ id, context, disambiguation }: QtKey): Meta => ({
  ...(id && context !== '' ? { context } : {}),
  ...(id && disambiguation !== undefined ? { disambiguation } : {}),
});

const usageMeta = (numerus: boolean, locations: [file: string, line: string][]): Meta => ({
  ...(numerus ? { numerus } : {}),
  ...(locations.length > 0 ? { locations } : {}),
});

function extrasOf(message: XmlElement): Meta {
  const extras = childElements(message).filter(
    ({ name }) => name.startsWith('extra-') && name !== SOURCE_EXTRA && name !== ARGUMENT_EXTRA,
  );
  return extras.length > 0 ? { extras: extras.map(outerXml) } : {};
}

function keptTexts(message: XmlElement): Meta {
  const kept = KEPT_OF_TRANSLATION.flatMap((name): [string, string][] => {
    const text = textIn(message, name);
    return text ? [[name, text]] : [];
  });
  return Object.fromEntries(kept);
}

const optional = (meta: Meta): Meta | undefined => (Object.keys(meta).length > 0 ? meta : undefined);
