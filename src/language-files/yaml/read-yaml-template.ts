import { findHabit } from '../template/name-habit';
import type { FileToWrite, SourceTemplate } from '../model/codec';
import { TemplateMisfitError } from '../template/file-template';
import { type FileOfNames, newNames, separatorOf } from '../template/new-names';
import { readYamlDocument, type YamlDocument } from './yaml-document';
import { createYamlList, type YamlList } from './yaml-list';
import type { YamlMap, YamlPair } from './yaml-node';
import { type YamlPlaces, YamlTemplate } from './yaml-template';
import { type TemplateReaderOptions, YamlTemplateReader } from './yaml-template-reader';

type FileOfLanguage = Pick<FileToWrite, 'language' | 'sourceLanguage'> & FileOfNames;

/** Makes a template of what was read for another file. @throws TemplateMisfitError as `newNames` does */
export const openYamlTemplate = (
  places: YamlPlaces,
  file: FileOfNames,
  source?: SourceTemplate<YamlPlaces>,
): YamlTemplate =>
  new YamlTemplate(
    places,
    newNames(file, places.names, () => source?.places()),
  );

/** Comments are the descriptions of keys in the file of the source language. Comments of other files are their own. */
const hasDescriptions = ({ language, sourceLanguage }: FileOfLanguage): boolean => language === sourceLanguage;

/** Finds the places of a file. @throws FormatError as `readYamlDocument` does, TemplateMisfitError */
export function readYamlPlaces(source: string, file: FileOfLanguage): YamlPlaces {
  const document = readYamlDocument(source);
  const { root } = document;
  if (root) return readLists({ source, document, map: root }, file, { isPlural: () => false, isNested: false });
  return emptyPlaces(source, emptyRoot(source));
}

/** Reads a file of Rails, whose lists are in its locale. @throws as `readYamlPlaces` does */
export function readRailsPlaces(
  source: string,
  file: FileOfLanguage,
  isPlural: TemplateReaderOptions['isPlural'],
): YamlPlaces {
  const document = readYamlDocument(source);
  const locales = document.root?.pairs ?? [];
  const locale = locales.at(-1);
  if (!locale || !locales.every((other) => isSameName(other, locale))) {
    throw new TemplateMisfitError('the file has not one locale');
  }
  const { key, value } = locale;
  if (value?.kind === 'map' && key.kind === 'scalar') {
    return readLists({ source, document, map: value }, file, { isPlural, isNested: true });
  }
  const isMissing = value?.kind === 'scalar' && value.start === value.end;
  const start = isMissing ? source.slice(0, value.start).trimEnd().length : 0;
  if (source[start - 1] !== ':') throw new TemplateMisfitError('the locale is not a map');
  const root = createYamlList({ start, column: 2, isFlow: false, isArray: false });
  return emptyPlaces(source, root);
}

const isSameName = ({ key: one }: YamlPair, { key: other }: YamlPair): boolean =>
  one === other || (one.kind === 'scalar' && other.kind === 'scalar' && one.text === other.text);

/** The places of a file that has no texts. */
const emptyPlaces = (source: string, root: YamlList): YamlPlaces => ({
  source,
  root,
  parts: { breaking: [], blocks: new Map(), comments: [] },
  names: { hasJoined: false, isNested: false },
});

function readLists(
  { source, document, map }: { source: string; document: YamlDocument; map: YamlMap },
  file: FileOfLanguage,
  { isNested, isPlural }: Pick<TemplateReaderOptions, 'isPlural'> & { isNested: boolean },
): YamlPlaces {
  const options = { hasDescriptions: hasDescriptions(file), isPlural, separator: separatorOf(file) };
  const reader = new YamlTemplateReader(source, document, options);
  const root = reader.readRoot(map);
  const { breaking, blocks, lineComments: comments, references, hasJoined } = reader;
  const isSplit = findHabit(root, separatorOf(file));
  const names = { hasJoined, isNested: isNested || reader.isNested, isSplit, isAlwaysSplit: isNested };
  return { source, root, parts: { breaking, blocks, comments, references }, names };
}

/** Returns the list of a file without a map: its texts stand at the end of the file. */
function emptyRoot(source: string): YamlList {
  const root = createYamlList({ start: source.length, column: 0, isFlow: false, isArray: false });
  root.isClosed = source.split('\n').some((line) => !/^(?:\s*(?:#.*)?|---\s*)$/.test(line));
  return root;
}

/** Returns the file with another locale. @throws FormatError, TemplateMisfitError */
export function replaceLocale(source: string, toLocale: (locale: string, token: string) => string): string {
  const [root, ...others] = readYamlDocument(source).root?.pairs ?? [];
  if (root?.key.kind !== 'scalar' || others.length > 0) throw new TemplateMisfitError('the file has not one locale');
  const { start, end, text } = root.key;
  return source.slice(0, start) + toLocale(text, source.slice(start, end)) + source.slice(end);
}
