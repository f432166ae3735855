import { canonicalLanguage } from '../../common/language-tag';
import type { FileToWrite, FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { MalformedFileError } from '../model/format-errors';
import { type KeyToNest, type KeyTree, nestKeys } from '../model/nesting/key-tree';
import { nestingOf } from '../model/nesting/nesting-options';
import { plainText } from '../text/plain-text';
import { metaTexts } from '../model/meta';
import { decodeFile } from '../text/text-encoding';
import { zeroFormScope } from '../text/plurals/zero-form';
import { toRailsPlural, toRailsText, warnAboutLookalikes } from './rails-plurals';
import { readYamlDocument, type YamlPosition } from './yaml-document';
import { chooseLocale, railsTemplate } from './rails-template';
import { openYamlTemplate, readYamlPlaces } from './read-yaml-template';
import { yamlTexts } from './yaml-texts';
import { YamlReader } from './yaml-reader';
import { detectYamlShape } from './yaml-shape';
import { createLeaf, writeYaml, type YamlLeaf } from './yaml-writer';

const common = {
  mediaType: 'application/yaml',
  bilingual: false,
  multilingual: false,
  comments: true,
  keepsMeta: true,
  /** Both codecs store the same metadata. */
  metaId: 'yaml',
  streams: false,
  nests: true,
  joinsNames: true,
  canParse: true,
  duplicates: 'last',
} as const;

const COMMON_LOSSES = [
  'Numbers and booleans other than 12, 1.5, true and false come back as texts in quotes.',
  'Aliases come back as copies; tags, directives and the style of scalars are not kept.',
  'Comments are kept only at the start of the file and directly above a text.',
  'In comments, control characters and line breaks other than LF do not come back.',
  'Empty maps and lists do not come back.',
  'Dotted names of a file without nested objects come back nested wherever nothing else is in the way.',
];

/** Nested maps, one level for each dot of the key. */
export const yamlCodec: FormatCodec = {
  ...common,
  id: 'yaml',
  name: 'YAML',
  extensions: ['yaml', 'yml'],
  plurals: 'none',
  losses: COMMON_LOSSES,
  sniff: (head) => (({ rails: 0, 'rails or map': 1, map: 1, other: 0 }) as const)[detectYamlShape(head)],
  parse: parseYaml,
  template: { read: readYamlPlaces, open: openYamlTemplate, texts: yamlTexts },
  serialize: (file) => writeYaml(nestLeaves(file, plainText), metaTexts(file.meta, 'header')),
};

/** The locale files of Ruby on Rails: a locale as the root, with plurals as maps of CLDR categories. */
export const yamlRailsCodec: FormatCodec = {
  ...common,
  id: 'yaml-rails',
  name: 'YAML, Ruby on Rails',
  extensions: ['yml', 'yaml'],
  plurals: 'native',
  syntax: 'ruby',
  pluralScope: zeroFormScope,
  losses: [
    ...COMMON_LOSSES,
    'The argument of every plural becomes `count`. A form for an exact number is written if a category of the language stands for this number alone (`=1` is `one` in English); `=0` is `zero`.',
  ],
  /** Rails loads `config/locales/*.yml`; libraries for Rails prefix the file with their name (`devise.de.yml`). */
  pathOf: (language, namespace) => `${namespace === undefined ? '' : `${namespace}.`}${language}.yml`,
  sniff: (head) => (({ rails: 2, 'rails or map': 1, map: 0, other: 0 }) as const)[detectYamlShape(head)],
  parse: parseRails,
  template: railsTemplate,
  serialize: serializeRails,
};

function parseYaml(bytes: Uint8Array, context: ParseContext): ParsedFile {
  const reader = new YamlReader(readYamlDocument(decodeFile(bytes, context)), context);
  for (const member of reader.roots()) reader.readMember(member);
  const header = reader.end();
  return { entries: reader.entries, ...(header.length > 0 && { meta: { header } }) };
}

function parseRails(bytes: Uint8Array, context: ParseContext): ParsedFile {
  let language = context.language ?? 'und';
  const reader = new YamlReader(readYamlDocument(decodeFile(bytes, context)), context, (members, key) =>
    toRailsPlural(members, language, () => context.isPlural?.(key) ?? false),
  );
  const roots = reader.roots();
  const hasSeveralLocales = roots.length > 1;
  for (const { name, value, position } of roots) {
    language = toLanguage(name, position, hasSeveralLocales ? undefined : context.language);
    const start = reader.entries.length;
    reader.readLocale(value, position);
    if (hasSeveralLocales) for (const entry of reader.entries.slice(start)) entry.language = name;
  }
  const header = reader.end();
  const locale = hasSeveralLocales ? undefined : roots[0]?.name;
  const meta = { ...(header.length > 0 && { header }), ...(locale !== undefined && { locale }) };
  return {
    ...(locale !== undefined && canonicalLanguage(locale) !== undefined && { language: locale }),
    entries: reader.entries,
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

/** A locale that is not a BCP 47 tag, such as `en-NEP`. Rails takes any name. */
const OTHER_LOCALE = /^[a-z]{2,3}(?:[-_][a-z\d]+)+$/i;

/** @param named the language that the import option or the path names; a locale that is no tag has this language */
function toLanguage(locale: string, position: YamlPosition, named: string | undefined): string {
  const language = canonicalLanguage(locale);
  if (language !== undefined) return language;
  if (!OTHER_LOCALE.test(locale)) throw new MalformedFileError('the root of a Rails file must be a locale', position);
  if (named !== undefined) return named;
  throw new MalformedFileError(
    `${locale} is not a BCP 47 tag; the option language names the file's language`,
    position,
  );
}

function serializeRails(file: FileToWrite): Iterable<string> {
  const tree = nestLeaves(file, (entry) => toRailsText(entry, file));
  warnAboutLookalikes(tree, file);
  return writeYaml(tree, metaTexts(file.meta, 'header'), chooseLocale(file));
}

const nestLeaves = (file: FileToWrite, getText: (entry: EntryToWrite) => YamlLeaf['text']): KeyTree<YamlLeaf> =>
  nestKeys(createLeaves(file, getText), nestingOf(file, GAP));

const GAP: YamlLeaf = { key: '', text: 'null', plain: true };

function* createLeaves(
  file: FileToWrite,
  getText: (entry: EntryToWrite) => YamlLeaf['text'],
): Generator<KeyToNest<YamlLeaf>> {
  for (const entry of file.entries) {
    yield [entry.key, createLeaf(entry, getText(entry), file), entry.value === undefined, entry.path];
  }
}
