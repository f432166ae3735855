import type { Schemas } from '../../api/client';
import { type Draft } from '../../components/texts/drafts';
import type { Key } from './pages-snapshot';
import type { KeyQuery } from './key-requests';
import { textOf } from './shown-key';

/** The filters by which texts are work to be done; each is a parameter of the API. */
const WORK_FILTERS = ['untranslated', 'needsWork', 'outdated', 'check', 'state'] as const;

/** `needsWork` is a language: in which a text is missing, a draft or outdated, or has a finding. */
type Work = Pick<KeyQuery, 'untranslated' | 'needsWork' | 'outdated' | 'check' | 'state'>;

const hasFinding = (findings: readonly Schemas['TextFinding'][] = [], wanted: string): boolean =>
  findings.some(({ code, ignored }) => !ignored && (wanted === 'any' || wanted === code));

const hasWork = ({ translations = {}, states = {}, outdated = [], checks = {} }: Key, language: string): boolean =>
  translations[language] === undefined ||
  states[language] === 'draft' ||
  outdated.includes(language) ||
  hasFinding(checks[language], 'any');

/** Whether the text of a key in a language passes the filters by work. The filter `untranslated` is about its own language. */
function passes({ untranslated, needsWork, outdated, check, state }: Work, key: Key, language: string): boolean {
  const { translations = {}, states = {}, checks = {} } = key;
  return (
    (untranslated === undefined || translations[untranslated] === undefined) &&
    (needsWork === undefined || hasWork(key, needsWork)) &&
    (outdated !== true || (key.outdated?.includes(language) ?? false)) &&
    (check === undefined || hasFinding(checks[language], check)) &&
    (state === undefined || (translations[language] !== undefined && states[language] === state))
  );
}

/** The query without the filters by work: in which namespace, with which tag, of which assignee. */
export const withoutWork = (query: KeyQuery): KeyQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !WORK_FILTERS.some((filter) => filter === name)));

const isWorkList = (query: Work): boolean => WORK_FILTERS.some((name) => query[name] !== undefined);

/**
 * Whether a key still passes the filters by work, in one of the languages that the query is about: after a text of it was saved.
 * Without the texts, nobody knows, and it does.
 */
export const isStillListed = (query: KeyQuery, key: Key): boolean =>
  !isWorkList(query) || key.translations === undefined || (query.language ?? []).some((tag) => passes(query, key, tag));

/**
 * Returns whether a text is the next one to be done. That is a text that passes the filters by work; in a search, the text of each
 * row; in all other lists, a text that is missing.
 */
export function isNext(
  query: KeyQuery,
  key: Key,
  { language, sourceLanguage, draft }: { language: string; sourceLanguage: string; draft?: Draft },
): boolean {
  const isSource = language === sourceLanguage;
  if (isWorkList(query) && !isSource) return !draft && passes(query, key, language);
  if (query.search !== undefined) return true;
  return !textOf(key, language, sourceLanguage, draft);
}

/** Returns whether a text is the next one to be reviewed: of the list of work, or else any text that nobody has reviewed. */
export const isNextToReview = (query: KeyQuery, key: Key, language: string): boolean =>
  isWorkList(query)
    ? passes(query, key, language)
    : key.translations?.[language] !== undefined && key.states?.[language] !== 'reviewed';

/** The narrower query of the keys that may have a text to be done in a language: one request tells whether there is any. */
export const narrowed = (query: KeyQuery, language: string): KeyQuery =>
  isWorkList(query) || query.search !== undefined ? query : { ...query, untranslated: language };

/** The lists of work in a language, in the order in which they are done. */
export const LISTS = [
  { id: 'untranslated', query: (language: string) => ({ untranslated: language }) },
  { id: 'outdated', query: (language: string) => ({ outdated: true as const, language: [language] }) },
  { id: 'findings', query: (language: string) => ({ check: 'any' as const, language: [language] }) },
  { id: 'drafts', query: (language: string) => ({ state: 'draft' as const, language: [language] }) },
  { id: 'unreviewed', query: (language: string) => ({ state: 'translated' as const, language: [language] }) },
] as const satisfies readonly { id: string; query: (language: string) => KeyQuery }[];

export type ListId = (typeof LISTS)[number]['id'];

/** The list that a query is; undefined for another query. */
export const listOf = ({ untranslated, outdated, check, state }: Work): ListId | undefined =>
  untranslated !== undefined
    ? 'untranslated'
    : outdated
      ? 'outdated'
      : check !== undefined
        ? 'findings'
        : state === 'draft'
          ? 'drafts'
          : state === 'translated'
            ? 'unreviewed'
            : undefined;
