import { canonicalLanguage } from '../../common/language-tag';
import type { FileToWrite, TemplateContext, TemplateSupport } from '../model/codec';
import { TemplateMisfitError } from '../template/file-template';
import { firstNotBefore } from '../template/first-from';
import { toRailsPlural, toRailsText, warnAboutLookalike } from './rails-plurals';
import { isPluralCategory } from '../text/plurals/categories';
import { parsePluralMessage } from '../text/plurals/icu-message';
import { openYamlTemplate, readRailsPlaces, replaceLocale } from './read-yaml-template';
import type { NamedTexts } from './yaml-reader';
import { isPlainText, quoteYaml } from './yaml-scalars';
import type { YamlPlaces, YamlTemplate } from './yaml-template';
import { describedBy } from './yaml-texts';

/** Templates of Rails: the forms of a plural are texts of its map, `files.one`. */
export const railsTemplate: TemplateSupport<YamlPlaces, YamlTemplate> = { adapt, read, open: openYamlTemplate, texts };

/** Returns the root as the imported file spelled it (`pt_BR`, `en-NEP`), unless it is another language. */
export function chooseLocale({ meta, language }: Pick<FileToWrite, 'meta' | 'language'>): string {
  const imported = meta?.locale;
  if (typeof imported !== 'string') return language;
  const named = canonicalLanguage(imported) ?? language;
  return named === language ? imported : language;
}

function adapt(source: string, context: TemplateContext): string {
  const locale = chooseLocale(context);
  return replaceLocale(source, (_old, token) => {
    if (token.startsWith("'")) return `'${locale}'`;
    return token.startsWith('"') || !isPlainText(locale, false) ? quoteYaml(locale) : locale;
  });
}

function read(source: string, context: TemplateContext): YamlPlaces {
  const { language } = context;
  const isPlural = (members: NamedTexts, key: string): boolean =>
    toRailsPlural(members, language, () => context.isPlural(key)) !== undefined;
  return readRailsPlaces(source, context, isPlural);
}

function* texts(file: FileToWrite, template: YamlTemplate): Generator<[name: string, text: string]> {
  const names: string[] = [];
  const plurals: { prefix: string; size: number }[] = [];
  const lookalikes: Lookalikes = new Map();
  const separator = template.formOf('', '');
  for (const entry of file.entries) {
    const { key, value, meta } = entry;
    // The file has the message as one text. An ordinary text that became a plural gets the forms of one.
    const isPlain = typeof value === 'object' && parsePluralMessage(template.textOf(key) ?? '') !== undefined;
    const text = isPlain ? (value.message ?? toRailsText(entry, file)) : toRailsText(entry, file);
    const named =
      typeof text === 'string'
        ? [[key, text] as const]
        : text.map(([form, part]) => [template.formOf(key, form), part] as const);
    const path = template.paths.get(key);
    if (typeof text !== 'string' && path) {
      for (const [form] of text) template.paths.set(template.formOf(key, form), [...path, form]);
    }
    for (const [name, part] of named) {
      names.push(name);
      yield [name, part];
    }
    if (typeof text !== 'string' && !template.takesForms(key)) {
      throw new TemplateMisfitError('the name of a plural is a sentence');
    }
    if (typeof text !== 'string') {
      plurals.push({ prefix: template.formOf(key, ''), size: named.length });
      template.addForms(key);
    } else addLookalike(lookalikes, [key, separator], text);
    if (meta?.plain === true) template.plain.add(key);
    yield* describedBy(
      entry,
      file,
      template,
      named.some(([name]) => template.has(name)),
    );
  }
  refuseOtherTexts(names.sort(), plurals);
  warnAboutLookalikes(lookalikes, names, file);
}

/** The texts named after forms of plurals, by what is before the form, with the separator. */
type Lookalikes = Map<string, (readonly [form: string, text: string])[]>;

function addLookalike(lookalikes: Lookalikes, [key, separator]: readonly [string, string], text: string): void {
  const end = key.lastIndexOf(separator) + separator.length;
  const [prefix, form] = [key.slice(0, end), key.slice(end)];
  if (end <= separator.length || !isPluralCategory(form)) return;
  const members = lookalikes.get(prefix) ?? [];
  lookalikes.set(prefix, members);
  members.push([form, text]);
}

function warnAboutLookalikes(lookalikes: Lookalikes, sorted: readonly string[], file: FileToWrite): void {
  for (const [prefix, members] of lookalikes) {
    if (hasOtherTexts(sorted, prefix, members.length) || !toRailsPlural(members, file.language)) continue;
    for (const [form] of members) warnAboutLookalike(prefix + form, file);
  }
}

/**
 * A map with the forms of a plural is not one with a further text, such as `files.title`. @throws TemplateMisfitError
 */
function refuseOtherTexts(sorted: readonly string[], plurals: readonly { prefix: string; size: number }[]): void {
  for (const { prefix, size } of plurals) {
    if (hasOtherTexts(sorted, prefix, size)) throw new TemplateMisfitError('a plural is in the same map as a text');
  }
}

/** Returns whether a map has more than a number of texts. */
const hasOtherTexts = (sorted: readonly string[], prefix: string, size: number): boolean =>
  sorted[firstNotBefore(sorted, prefix) + size]?.startsWith(prefix) ?? false;
