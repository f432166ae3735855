import type { JsonPointer } from '../common/validation/json-pointer';
import { UnknownLanguageError } from '../project-write/project-errors';
import type { KeyFilterFields } from './dto/key-filter.fields';
import type { KeyOrder } from './key-order';
import { KeySelection } from './selection/key-selection';

/** What selects keys. */
export type KeyFilter = Readonly<KeyFilterFields>;

interface FilteredProject {
  id: string;
  sourceLanguage: string;
  targetLanguages: readonly string[];
}

/** The keys that a member is assigned to: all, or the keys of these assignments. */
export type AssignedKeys = 'all' | { assignmentIds: readonly string[] };

/** The place of a field in a request. */
export type PlaceOfField = (name: string) => { parameter: string } | { pointer: JsonPointer };

/**
 * @param place default: the parameter of a query
 * @throws UnknownLanguageError
 */
export function assertLanguages(
  project: FilteredProject,
  { untranslated, needsWork, language }: KeyFilter,
  place: PlaceOfField = (parameter) => ({ parameter }),
): void {
  const languages = [project.sourceLanguage, ...project.targetLanguages];
  const assertKnown = (name: string, named: readonly string[]): void => {
    const unknown = named.filter((tag) => !languages.includes(tag));
    if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => place(name));
  };
  assertKnown('untranslated', untranslated === undefined ? [] : [untranslated]);
  assertKnown('needsWork', needsWork === undefined ? [] : [needsWork]);
  assertKnown('language', language ?? []);
}

/** Whether a filter reads findings, which must belong to the revision then. */
export const readsFindings = ({ check, needsWork }: KeyFilter): boolean => (check ?? needsWork) !== undefined;

/** The ids of keys that were found before the selection. */
export interface FoundKeys {
  /** Some keys, among which all are that have no text in a language, by language. Default: all keys. */
  missing?: ReadonlyMap<string, readonly string[]>;
  /** Some keys, among which all are that contain the searched text. Default: all keys. */
  candidates?: readonly string[];
  /** The only keys that are looked through. Default: all keys. */
  among?: readonly string[];
  /** Those of them that have findings. Default: keys with stored findings. */
  failing?: FailingKeys;
  /** The keys of the filter `assignee`. */
  assigned?: AssignedKeys;
}

/** The ids of keys with findings that are not ignored. */
export interface FailingKeys {
  /** Of the filters `check` and `language`. */
  check: readonly string[];
  /** Of the filter `needsWork`. */
  needsWork: readonly string[];
}

/** Returns the keys that match a filter. */
export function selectionOf(
  { id, sourceLanguage }: FilteredProject,
  filter: KeyFilter,
  { missing, candidates, among, failing, assigned }: FoundKeys = {},
  order?: KeyOrder,
): KeySelection {
  const selection = new KeySelection(id, sourceLanguage, order);
  if (among) selection.among(among);
  if (filter.name) selection.named(filter.name);
  if (filter.namespace !== undefined) selection.inNamespace(filter.namespace);
  for (const tag of filter.tag ?? []) selection.tagged(tag);
  if (assigned !== undefined && assigned !== 'all') selection.assignedBy(assigned.assignmentIds);
  if (filter.untranslated) selection.withoutTextIn(filter.untranslated, missing?.get(filter.untranslated));
  if (filter.needsWork) selection.needingWork(filter.needsWork, missing?.get(filter.needsWork), failing?.needsWork);
  if (filter.state) selection.inState(filter.state, filter.language);
  if (filter.outdated) selection.outdated(filter.language);
  if (filter.check && failing) selection.oneOf(failing.check);
  else if (filter.check) selection.failing(filter.check === 'any' ? undefined : filter.check, filter.language);
  if (filter.openComments) selection.withOpenComments(filter.language);
  if (filter.search !== undefined) selection.containing(filter.search, candidates);
  return selection;
}
