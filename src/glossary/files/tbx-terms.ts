import { validate as isUuid } from 'uuid';
import {
  attribute,
  childElements,
  FormatError,
  localName,
  ownText,
  readXml,
  type XmlElement,
} from '../../language-files';
import { TermFileError } from '../glossary-errors';
import { PARTS_OF_SPEECH, type PartOfSpeech, type Term, type Translations } from '../term';
import { assertValid, assertValidTranslations, type ImportedTerm, languageOf } from './imported-term';

/** The elements of TBX of 2008 and of 2019. */
const ENTRIES = ['termEntry', 'conceptEntry'];
const LANGUAGES = ['langSet', 'langSec'];
const TERMS = ['tig', 'termGrp', 'termSec'];

const STATUS = {
  preferred: 'preferredTerm-admn-sts',
  admitted: 'admittedTerm-admn-sts',
  deprecated: 'deprecatedTerm-admn-sts',
};

/** The data category of TBX-Basic for the project of an entry. */
const PROJECT = 'projectSubset';

const HEADER = `<?xml version="1.0" encoding="UTF-8"?>
<martif type="TBX-Basic" xml:lang="en">
  <martifHeader>
    <fileDesc><sourceDesc><p>The glossary of Glossa</p></sourceDesc></fileDesc>
    <encodingDesc><p type="XCSURI">http://www.lisa.org/fileadmin/standards/tbx_basic/TBXBasicXCSV02.XCS</p></encodingDesc>
  </martifHeader>
  <text>
    <body>
`;
const FOOTER = '    </body>\n  </text>\n</martif>\n';

/** Returns terms as TBX-Basic (ISO 30042), in the form of 2008, which most tools read. */
export const writeTbx = (terms: readonly Term[]): string => HEADER + terms.map(entryOf).join('') + FOOTER;

function entryOf({ id, term, language, definition, partOfSpeech, forbidden, translations, projectIds }: Term): string {
  const part = partOfSpeech === null ? '' : `<termNote type="partOfSpeech">${partOfSpeech}</termNote>`;
  const { [language]: synonyms = [], ...others } = translations;
  const sets: [string, readonly string[]][] = [[language, [term, ...synonyms]], ...Object.entries(others)];
  return [
    `      <termEntry id="c${id}">`,
    ...(definition === null ? [] : [`        <descrip type="definition">${escape(definition)}</descrip>`]),
    ...(projectIds ?? []).map((project) => `        <admin type="${PROJECT}">${project}</admin>`),
    ...sets.flatMap(([tag, texts]) => [
      `        <langSet xml:lang="${escape(tag)}">`,
      ...texts.map((text, place) => {
        const status = forbidden ? STATUS.deprecated : place === 0 ? STATUS.preferred : STATUS.admitted;
        const note = `<termNote type="administrativeStatus">${status}</termNote>`;
        return `          <tig><term>${escape(text)}</term>${part}${note}</tig>`;
      }),
      '        </langSet>',
    ]),
    '      </termEntry>\n',
  ].join('\n');
}

/** XML 1.0 has no control characters but these: others of a definition are left out. */
const escape = (text: string): string =>
  text
    .replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/**
 * Reads TBX of 2008 or 2019.
 *
 * @param language of the terms; entries without it have their terms in the language that comes first
 * @param add receives the terms in their order
 * @throws TermFileError, and what `add` throws
 */
export function readTbxTerms(bytes: Uint8Array, language: string | undefined, add: (term: ImportedTerm) => void): void {
  let root: XmlElement;
  try {
    ({ root } = readXml(bytes));
  } catch (error) {
    if (error instanceof FormatError) throw new TermFileError(error.message, error.position.line);
    throw error;
  }
  if (!['martif', 'tbx'].includes(localName(root))) throw new TermFileError('the file is not TBX', root.line);
  for (const entry of descendants(root, ENTRIES)) readEntry(entry, language, add);
}

interface FoundText {
  text: string;
  status: string;
  /** Undefined: the file does not say it. */
  partOfSpeech: PartOfSpeech | null | undefined;
}

function readEntry(entry: XmlElement, language: string | undefined, add: (term: ImportedTerm) => void): void {
  const texts = new Map<string, FoundText[]>();
  for (const set of childElements(entry).filter((child) => LANGUAGES.includes(localName(child)))) {
    const tag = languageOf(attribute(set, 'xml:lang') ?? attribute(set, 'lang') ?? '', set.line);
    const found = texts.get(tag) ?? [];
    texts.set(tag, found);
    for (const element of descendants(set, TERMS)) found.push(...readText(element));
  }
  const own = language !== undefined && texts.has(language) ? language : [...texts.keys()][0];
  if (own === undefined) return;
  const { line } = entry;
  const ofTerm = texts.get(own) ?? [];
  texts.delete(own);
  const allowed = ofTerm.filter(({ status }) => status !== STATUS.deprecated);
  const forbidden = ofTerm.filter(({ status }) => status === STATUS.deprecated);
  const [translations, forbiddenTranslations] = [translationsOf(texts, false), translationsOf(texts, true)];
  if (forbidden.length === 0 && Object.keys(forbiddenTranslations).length > 0) forbidden.push(...allowed.slice(0, 1));
  for (const checked of [translations, forbiddenTranslations]) assertValidTranslations(checked, line);
  const common = { line, language: own, definition: definitionOf(entry), projectIds: projectsOf(entry) };
  const addTerm = ({ text, partOfSpeech }: FoundText, own: Pick<ImportedTerm, 'translations' | 'forbidden'>): void => {
    const term = { ...common, term: text, partOfSpeech, ...own };
    assertValid(term, line);
    add(term);
  };
  for (const found of allowed) addTerm(found, { translations, forbidden: false });
  for (const found of forbidden) addTerm(found, { translations: forbiddenTranslations, forbidden: true });
}

/** Returns the texts of each language that are deprecated, or the others, the preferred ones first. */
function translationsOf(texts: ReadonlyMap<string, readonly FoundText[]>, areDeprecated: boolean): Translations {
  const chosen = Array.from(texts, ([language, found]) => {
    const fitting = found.filter(({ status }) => (status === STATUS.deprecated) === areDeprecated);
    const isPreferred = ({ status }: FoundText): number => (status === STATUS.preferred ? 0 : 1);
    const ordered = fitting.sort((one, other) => isPreferred(one) - isPreferred(other)).map(({ text }) => text);
    return [language, [...new Set(ordered)]] as const;
  });
  return Object.fromEntries(chosen.filter(([, found]) => found.length > 0));
}

function readText(element: XmlElement): FoundText[] {
  const [term] = descendants(element, ['term']);
  if (!term) return [];
  const notes = new Map(
    [...descendants(element, ['termNote'])].map((note) => [attribute(note, 'type'), ownText(note)]),
  );
  const part = notes.get('partOfSpeech')?.replace(/\s+/g, '').toLowerCase();
  return [
    {
      text: ownText(term).replace(/\s+/g, ' ').trim(),
      status: (notes.get('administrativeStatus') ?? '').trim(),
      partOfSpeech:
        part === undefined ? undefined : (PARTS_OF_SPEECH.find((known) => known.toLowerCase() === part) ?? null),
    },
  ];
}

/** Returns the definition of an entry, or of its first language that has one; undefined if there is none. */
function definitionOf(entry: XmlElement): string | undefined {
  for (const descrip of descendants(entry, ['descrip'])) {
    if (attribute(descrip, 'type') === 'definition') return ownText(descrip).trim() || undefined;
  }
  return undefined;
}

/** Returns the ids of the projects of an entry; null, which is all of them, if it names none. Names of projects, which other tools write, are not read. */
function projectsOf(entry: XmlElement): string[] | null {
  const admins = childElements(entry).filter(
    (child) => localName(child) === 'admin' && attribute(child, 'type') === PROJECT,
  );
  const ids = admins.map((admin) => ownText(admin).trim().toLowerCase()).filter((id) => isUuid(id));
  return ids.length > 0 ? ids : null;
}

/** Yields the elements with one of the names, in the order of the file, and none inside of another one. */
function* descendants(parent: XmlElement, names: readonly string[]): Generator<XmlElement> {
  for (const child of childElements(parent)) {
    if (names.includes(localName(child))) yield child;
    else yield* descendants(child, names);
  }
}
