import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { namespaceOf } from '../common/namespace-of';
import { stateToNumber } from '../common/translation-state';
import type { Transaction } from '../database/transaction';
import { addWarning, type LayoutFile } from '../language-files';
import { heldAt } from '../project-write/as-of/versions';
import type { ProjectWrite } from '../project-write/project-write';
import type { TextId } from '../project-write/stores/translation-store';
import type { ImportOptionsDto } from './dto/import-options.dto';
import type { ImportPlan, TextRules } from './import-plan';
import type { DetailsPage } from './details-page';
import type { ImportQuery, StoredText } from './import-query';
import { MAX_DETAILS, type RemovedText } from './import-result';
import { type ImportRights, Refusals } from './import-rights';
import { heldTexts, type HoldsText } from './held-texts';
import { conflictRule } from './merge/merge-rule';
import type { Merging } from './merge/merging';
import { divideFiles, FILE_COLUMNS, type OtherTexts, type StoredFile } from './other-files';
import type { ImportedFile } from './reading/imported-file';
import { KeyIndex } from './reading/packed/imported-keys';
import { TextsBeside } from './removed-texts';

/** The texts that the files of their languages do not have, and the files that a zip does not have. */
export interface MissingTexts {
  count: number;
  /** The texts of keys that the file lacks; the plan has the texts of the other keys. */
  texts: TextsBeside;
  /** The first of them. */
  listed: RemovedText[];
  /** The name of one of the keys of each namespace. */
  concerned: Map<string, string>;
  /** The ids of the templates. */
  templates: string[];
  /** The files of the templates of which the project keeps no text. */
  files: readonly LayoutFile[];
  /** Of the removals that the caller may not make, without a base. */
  refusals: Refusals;
}

/**
 * Finds the texts to remove: texts in the languages of the files, and texts of files that the zip does not have.
 *
 * @param details of the texts of the file, which may be empty there
 * @param merging of an import with a base: only texts are removed that the base had, and a text that has changed since, or that the
 *   caller may not remove, is a conflict
 * @param otherTexts of the templates that stay
 * @param keptKeys ids of keys whose texts stay
 */
export async function findMissingTexts(
  { tx, project }: ProjectWrite,
  query: ImportQuery,
  { file, plan }: { file: ImportedFile; plan: ImportPlan },
  options: ImportOptionsDto,
  otherTexts: OtherTexts,
  { keepsReviewed, rights }: TextRules,
  details: DetailsPage,
  merging?: Merging,
  keptKeys: ReadonlySet<string> = new Set(),
): Promise<MissingTexts> {
  const { namespace } = options;
  const { sourceLanguage } = project;
  const stored = await tx.rows<StoredFile>(FILES, [project.id]);
  const { gone, ofNamespaces, others, languages } = divideFiles(stored, file, namespace, sourceLanguage);
  const holds = await heldTexts(file, options, sourceLanguage);
  const isHeldElsewhere = otherTexts.heldBy(others);
  const merge = merging && {
    merging,
    rights,
    holdsEmpty: await heldTexts(file, { ...options, empty: 'keep' }, sourceLanguage),
  };
  const removable = gone.filter(({ language }) => rights.canWriteIn(language));
  const keepsChanged = merging !== undefined && conflictRule(options) !== 'overwrite';
  const changed = keepsChanged ? await changedSince(tx, project.id, merging.base.revision) : [];
  const staying = changed.filter(({ id }) => removable.some((each) => each.id === id));
  for (const each of staying) warnOfFile(file, each);
  const removed = removable.filter(({ id }) => !staying.some((each) => each.id === id));
  const missing: MissingTexts = {
    count: 0,
    texts: new TextsBeside(),
    listed: [],
    concerned: new Map(),
    templates: removed.map(({ id }) => id),
    files: removed,
    refusals: new Refusals(),
  };
  const keyIndex = await KeyIndex.of(file.keys);
  const yielder = new EventLoopYielder();
  const reviewed = stateToNumber('reviewed');
  for await (const page of readTexts(query, namespace, languages)) {
    const absent = page.filter(({ keyId, name, language, state }) => {
      if (keptKeys.has(keyId) || holds(name, language) || (keepsReviewed && state === reviewed)) return false;
      const isElsewhere = (each: StoredFile): boolean =>
        (each.language === language || each.language === '') && name.startsWith(`${each.namespace}.`);
      return !ofNamespaces.some(isElsewhere) && !isHeldElsewhere(name, language);
    });
    const leaving = merge ? await leftSince(merge, absent) : absent;
    missing.files = withoutTexts(missing.files, page, (text) => holds(text.name, text.language), leaving);
    for (const { keyId, name, language, state } of leaving) {
      const index = keyIndex.find(name);
      if (index < 0) missing.texts.add({ keyId, language });
      else plan.removeText(index, { keyId, language });
      missing.count++;
      missing.concerned.set(namespaceOf(name), name);
      const refusal = merging ? undefined : rights.againstText({ language, state });
      if (refusal) missing.refusals.add(refusal, language, () => name);
      if (missing.listed.length < MAX_DETAILS) missing.listed.push({ key: name, language });
      details.remove(name, language);
    }
    const pause = yielder.yieldIfDue();
    if (pause) await pause;
  }
  return missing;
}

/** A template that somebody has replaced since the base of an import. */
interface ChangedFile {
  id: string;
  path: string | null;
  language: string;
}

const changedSince = (tx: Transaction, projectId: string, base: number): Promise<ChangedFile[]> =>
  tx.rows<ChangedFile>(CHANGED, [projectId, base]);

function warnOfFile({ warnings }: ImportedFile, { path, language }: ChangedFile): void {
  const name = JSON.stringify(path ?? language);
  const detail = `exports keep the lines of ${name}, which the project has changed since the base and the zip does not have`;
  addWarning(warnings, { code: 'layout_kept', detail, ...(language !== '' && { language }) });
}

/**
 * Returns the files that have none of the texts of one language which stay and have no file of the import.
 *
 * @param leaving the texts that are removed
 */
function withoutTexts(
  files: readonly LayoutFile[],
  texts: readonly StoredText[],
  isHeld: (text: StoredText) => boolean,
  leaving: readonly TextId[],
): readonly LayoutFile[] {
  if (files.length === 0) return files;
  const removed = new Set(leaving.map(({ keyId }) => keyId));
  const staying = texts.filter((text) => !removed.has(text.keyId) && !isHeld(text));
  const hasText = (file: LayoutFile): boolean =>
    staying.some(
      ({ name, language }) =>
        file.language === language && (file.namespace === '' || name.startsWith(`${file.namespace}.`)),
    );
  return files.filter((file) => !hasText(file));
}

/** Yields the texts of languages in pages. @param namespace limits them */
async function* readTexts(
  query: ImportQuery,
  namespace: string | undefined,
  languages: readonly string[],
): AsyncGenerator<StoredText[]> {
  for (const language of languages)
    for await (const page of query.texts(language))
      yield namespace === undefined ? page : page.filter((text) => text.namespace === namespace);
}

interface Merge {
  merging: Merging;
  rights: ImportRights;
  /** Returns whether the files have an absent text as an empty one. */
  holdsEmpty: HoldsText;
}

/** Returns the texts that the files have left out since their base. */
async function leftSince({ merging, rights, holdsEmpty }: Merge, absent: readonly StoredText[]): Promise<StoredText[]> {
  if (absent.length === 0) return [];
  const idOf = ({ keyId, language }: TextId): string => `${keyId} ${language}`;
  const compared = absent.map((text) => ({ ...text, refusal: rights.againstText(text) }));
  const versions = new Map((await merging.base.texts(compared)).map((text) => [idOf(text), text]));
  const reviewed = stateToNumber('reviewed');
  return compared.filter((text) => {
    const version = versions.get(idOf(text));
    const { name, language, state, refusal } = text;
    if (!version?.hadText || (version.isEmpty && holdsEmpty(name, language))) return false;
    const reason = refusal ?? (version.isNowBase ? undefined : 'text');
    if (reason === undefined) return true;
    const { base, now } = version;
    return !merging.keepsNow({ name, language, reason, base, file: null, now }, state === reviewed);
  });
}

const FILES = `SELECT ${FILE_COLUMNS} FROM file_templates WHERE project_id = $1`;

const CHANGED = `
  SELECT t.id, t.path, t.language
  FROM file_templates t LEFT JOIN file_templates_history h
    ON h.project_id = t.project_id AND h.format = t.format AND h.namespace = t.namespace AND h.language = t.language
      AND h.beside = t.beside AND ${heldAt('$2', 'h')}
  WHERE t.project_id = $1 AND t.since > $2 AND t.hash IS DISTINCT FROM h.hash`;
