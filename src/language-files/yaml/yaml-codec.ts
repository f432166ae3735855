import { canonicalLanguage } from '../../common/language-tag';
import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { nestKeys } from '../model/nesting/key-tree';
import { plainText } from '../text/plain-text';
import { metaTexts } from '../model/meta';
import { decodeText } from '../text/text-encoding';
import { foldRailsPlural, railsText, warnOfLookalikes } from './rails-plurals';
import { readYamlDocument } from './yaml-document';
import { YamlEntries } from './yaml-entries';
import { leafOf, writeYaml, type YamlLeaf } from './yaml-writer';
import { yamlShape } from './yaml-shape';
import { zeroFormScope } from '../text/plurals/zero-form';

const shared = {
  mediaType: 'application/yaml',
  bilingual: false,
  multilingual: false,
  comments: true,
  keepsMeta: true,
  metaId: 'yaml',
  streams: false,
  canParse: true,
} as const;

const losses = [
  'Other numbers and booleans than 12, 1.5, true and false come back as texts in quotes.',
  'Aliases come back as copies; tags, directives and the style of scalars are not kept.',
  'Comments are kept at the head of the file and directly above a text; others are not.',
  'In comments, control characters and other line breaks than LF do not come back.',
  'Empty maps and lists do not come back.',
  'Dotted names come back nested wherever nothing else is in the way.',
];

/** Maps within maps, a level for each dot of the key. */
export const yamlCodec: FormatCodec = {
  ...shared,
  id: 'yaml',
  name: 'YAML',
  extensions: ['yaml', 'yml'],
  plurals: 'none',
  losses,
  sniff: (head) => (({ rails: 0, 'rails or map': 1, map: 1, other: 0 }) as const)[yamlShape(head)],
  parse: parseYaml,
  serialize: (file) => writeYaml(nestKeys(leaves(file, plainText)), metaTexts(file.meta, 'header')),
};

/** The locale files of Ruby on Rails: all texts below their locale; plurals are maps of CLDR categories. */
export const yamlRailsCodec: FormatCodec = {
  ...shared,
  id: 'yaml-rails',
  name: 'YAML, Ruby on Rails',
  extensions: ['yml', 'yaml'],
  plurals: 'native',
  pluralScope: zeroFormScope,
  losses: [...losses, 'Plural forms for exact numbers are not written; every plural goes by count.'],
  /** Rails loads `config/locales/*.yml`; libraries of it put their name in front (`devise.de.yml`). */
  pathOf: (language, namespace) => `${namespace === undefined ? '' : `${namespace}.`}${language}.yml`,
  sniff: (head) => (({ rails: 2, 'rails or map': 1, map: 0, other: 0 }) as const)[yamlShape(head)],
  parse: parseRails,
  serialize: serializeRails,
};

function parseYaml(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const reader = new YamlEntries(readYamlDocument(decodeText(bytes)), (warning) => context.warn(warning));
  for (const { name, value, position } of reader.roots()) reader.read(value, name, position);
  const header = reader.end();
  return { entries: reader.entries, ...(header.length > 0 && { meta: { header } }) };
}

function parseRails(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const document = readYamlDocument(decodeText(bytes));
  const locale = { current: context.language ?? 'und' };
  const reader = new YamlEntries(
    document,
    (warning) => context.warn(warning),
    (members, key) => foldRailsPlural(members, locale.current, context.isPlural?.(key)),
  );
  const roots = reader.roots();
  const isMany = roots.length > 1;
  for (const { name, value, position } of roots) {
    const language = canonicalLanguage(name);
    if (language === undefined) throw new MalformedFileError('the root of a Rails file must be a locale', position);
    locale.current = language;
    const from = reader.entries.length;
    reader.readLocale(value, position);
    if (isMany) for (const entry of reader.entries.slice(from)) entry.language = name;
  }
  const header = reader.end();
  const [only] = isMany ? [] : roots;
  const meta = { ...(header.length > 0 && { header }), ...(only && { locale: only.name }) };
  return {
    ...(only && { language: only.name }),
    entries: reader.entries,
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

function serializeRails(file: FileToWrite): Iterable<string> {
  const tree = nestKeys(leaves(file, (entry) => railsText(entry, file)));
  warnOfLookalikes(tree, file);
  return writeYaml(tree, metaTexts(file.meta, 'header'), localeOf(file));
}

/** The root as the file had it (`pt_BR`), if it names this language. */
function localeOf({ meta, language }: FileToWrite): string {
  const locale = meta?.locale;
  return typeof locale === 'string' && canonicalLanguage(locale) === language ? locale : language;
}

function* leaves(
  file: FileToWrite,
  textOf: (entry: EntryToWrite) => YamlLeaf['text'],
): Generator<[key: string, leaf: YamlLeaf]> {
  for (const entry of file.entries) yield [entry.key, leafOf(entry, textOf(entry), file)];
}
