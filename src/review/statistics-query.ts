import { NAMESPACE_OF_NAME } from '../common/namespace-of';
import { stateToNumber } from '../common/translation-state';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { uuidArray } from '../database/array-parameter';
import { lookUp, lookUpAll, lookUpIfAny } from '../database/planned-reads';
import { readPages } from '../database/row-pages';
import { type PreparedStatement, prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { heldAt, isOutdated } from '../project-write/as-of/versions';
import { keyById, textOf, textsOf } from '../project-write/stored-rows';
import type { VisibleProject } from '../project-write/visible-project';
import { idPrefix } from '../projects/id-prefix';
import type { KeyStatistics, LanguageStatistics, ProjectStatistics } from './statistics';
import { WordCounter } from './word-count';

interface KeyRow {
  id: string;
  namespace: string;
  text: string | null;
  textRevision: string | null;
}

interface CountRow {
  /** The index of the namespace. */
  namespace: number;
  language: string;
  draft: number;
  translated: number;
  reviewed: number;
  outdated: number;
  words: number;
}

/** The keys of a project with the words of their source texts, as columns. */
class CountedKeys {
  readonly ids: string[] = [];
  readonly words: number[] = [];
  /** The index of the namespace of each key. */
  readonly namespaces: number[] = [];
  /** The revisions that changed the source texts. */
  readonly revisions: string[] = [];
  readonly statistics: KeyStatistics[] = [];
  readonly indexes = new Map<string, number>();

  constructor(private readonly counter: WordCounter) {}

  add({ id, namespace, text, textRevision }: KeyRow): void {
    const words = text === null ? 0 : this.counter.count(text);
    const index = this.indexes.get(namespace) ?? this.indexes.size;
    this.indexes.set(namespace, index);
    const statistics = (this.statistics[index] ??= { keys: 0, words: 0, languages: new Map() });
    statistics.keys++;
    statistics.words += words;
    this.ids.push(id);
    this.words.push(words);
    this.namespaces.push(index);
    this.revisions.push(textRevision ?? '0');
  }
}

/** The statistics of some keys by namespace. */
export type ByNamespace = Map<string, KeyStatistics>;

type CountedProject = Pick<VisibleProject, 'id' | 'sourceLanguage' | 'targetLanguages'>;

/** Counts the texts of a project by namespace and language. @param tx begun with `beginRead('counts')` */
export async function countTexts(tx: Transaction, project: VisibleProject): Promise<ProjectStatistics> {
  const { id, sourceLanguage, stringCount } = project;
  const keys = readPages<KeyRow>(tx, KEYS, [id, sourceLanguage], stringCount);
  return toStatistics(project, await count(tx, project, keys, TEXTS));
}

/**
 * Counts the texts of a few keys.
 *
 * @param tx begun with `beginRead('lookUps')`
 * @param asOf the revision at which they are counted; undefined: as they are
 */
export async function countTextsOf(
  tx: Transaction,
  project: CountedProject,
  ids: readonly string[],
  asOf?: string,
): Promise<ByNamespace> {
  const values = [project.id, project.sourceLanguage, uuidArray(ids)];
  const rows = await tx.rows<KeyRow>(asOf === undefined ? KEYS_NOW : keysAt(asOf), values);
  return count(tx, project, [rows], asOf === undefined ? TEXTS_NOW : textsAt(asOf));
}

/** Returns the statistics of a project from the statistics of its namespaces, in any order. */
export function toStatistics(
  {
    revision,
    sourceLanguage,
    targetLanguages,
  }: Pick<VisibleProject, 'revision' | 'sourceLanguage' | 'targetLanguages'>,
  namespaces: ByNamespace,
): ProjectStatistics {
  const sorted = [...namespaces].sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  return {
    revision,
    ...sumOf([...namespaces.values()], [sourceLanguage, ...targetLanguages]),
    namespaces: new Map(sorted),
  };
}

/** @param texts SQL of a `CountRow` */
async function count(
  tx: Transaction,
  { id, sourceLanguage, targetLanguages }: CountedProject,
  pages: AsyncIterable<readonly KeyRow[]> | Iterable<readonly KeyRow[]>,
  texts: PreparedStatement | string,
): Promise<ByNamespace> {
  const keys = new CountedKeys(new WordCounter(sourceLanguage));
  const yielder = new EventLoopYielder();
  for await (const page of pages) {
    for (const row of page) {
      keys.add(row);
      const pause = yielder.yieldIfDue();
      if (pause) await pause;
    }
  }
  for (const statistics of keys.statistics) {
    for (const language of [sourceLanguage, ...targetLanguages]) {
      statistics.languages.set(language, withoutTexts(statistics.keys));
    }
  }
  const values = [id, sourceLanguage, uuidArray(keys.ids), keys.namespaces, keys.words, keys.revisions];
  for (const row of await tx.rows<CountRow>(texts, values)) addCounts(keys.statistics, row);
  return new Map([...keys.indexes].flatMap(([name, index]) => withName(name, keys.statistics[index])));
}

const withName = (name: string, statistics: KeyStatistics | undefined): [string, KeyStatistics][] =>
  statistics ? [[name, statistics]] : [];

const withoutTexts = (keys: number): LanguageStatistics => ({
  ...{ translated: 0, reviewed: 0, draft: 0, outdated: 0, untranslated: keys, words: 0 },
});

function addCounts(all: readonly KeyStatistics[], { namespace, language, ...counts }: CountRow): void {
  const statistics = all[namespace];
  // A text of a language that the project does not have is not counted.
  if (!statistics?.languages.has(language)) return;
  const { draft, translated, reviewed } = counts;
  const untranslated = statistics.keys - draft - translated - reviewed;
  statistics.languages.set(language, { ...counts, untranslated });
}

function sumOf(parts: readonly KeyStatistics[], languages: readonly string[]): KeyStatistics {
  const sum: KeyStatistics = { keys: 0, words: 0, languages: new Map() };
  for (const { keys, words } of parts) {
    sum.keys += keys;
    sum.words += words;
  }
  for (const language of languages) {
    const total = withoutTexts(0);
    for (const part of parts) {
      const counts = part.languages.get(language) ?? withoutTexts(part.keys);
      for (const name of Object.keys(total) as (keyof LanguageStatistics)[]) total[name] += counts[name];
    }
    sum.languages.set(language, total);
  }
  return sum;
}

const KEYS = `
  SELECT k.id, k.namespace, s.text, s.text_revision AS "textRevision"
  FROM keys k LEFT JOIN translations s ON s.project_id = $1 AND s.language = $2 AND s.key_id = k.id
  WHERE k.project_id = $1`;

const COUNTED_KEYS = 'unnest($3::uuid[], $4::int[], $5::int[], $6::bigint[]) AS f (key_id, namespace, words, revision)';

/** @param from SQL of the counted keys `f` with their texts `t` */
const textsFrom = (from: string): string => `
  SELECT f.namespace, t.language,
         (count(*) FILTER (WHERE t.state = ${stateToNumber('draft')}))::int AS draft,
         (count(*) FILTER (WHERE t.state = ${stateToNumber('translated')}))::int AS translated,
         (count(*) FILTER (WHERE t.state = ${stateToNumber('reviewed')}))::int AS reviewed,
         (count(*) FILTER (WHERE t.language <> $2 AND ${isOutdated('t', 'f.revision')}))::int AS outdated,
         sum(f.words)::float8 AS words
  FROM ${from}
  GROUP BY f.namespace, t.language`;

const TEXTS = textsFrom(`translations t JOIN ${COUNTED_KEYS} USING (key_id) WHERE t.project_id = $1`);

const TEXT_COLUMNS = 'language, state, text, text_revision, since';
const KEYS_OF_IDS = `SELECT f.id, k.namespace, s.text, s.text_revision AS "textRevision" FROM unnest($3::uuid[]) AS f (id)`;

const KEYS_NOW = prepared(`
  ${KEYS_OF_IDS} ${lookUp(keyById('f.id', 'namespace'), 'k')} ${lookUpIfAny(textOf('f.id', '$2', TEXT_COLUMNS), 's')}`);

const TEXTS_NOW = prepared(textsFrom(`${COUNTED_KEYS} ${lookUpAll(textsOf('f.key_id', TEXT_COLUMNS), 't')}`));

/** SQL of the texts of a key at a revision, without texts that have not changed since. @param revision digits */
const formerTexts = (keyId: string, revision: string): string => `
  SELECT ${TEXT_COLUMNS} FROM translations_history
  WHERE ${idPrefix('key_id')} = ${idPrefix(keyId)} AND key_id = ${keyId} AND project_id = $1 AND ${heldAt(revision)}`;

const keysAt = (revision: string): string => `
  ${KEYS_OF_IDS}
  ${lookUp(
    `SELECT * FROM (${keyById('f.id', 'namespace')} AND since <= ${revision}
       UNION ALL SELECT (${NAMESPACE_OF_NAME}) COLLATE "C" FROM keys_history
       WHERE id = f.id AND project_id = $1 AND ${heldAt(revision)}) versions`,
    'k',
  )}
  ${lookUpIfAny(
    `SELECT * FROM (${textOf('f.id', '$2', TEXT_COLUMNS)} AND since <= ${revision}
       UNION ALL ${formerTexts('f.id', revision)} AND language = $2) versions`,
    's',
  )}`;

const textsAt = (revision: string): string =>
  textsFrom(
    `${COUNTED_KEYS} ${lookUpAll(
      `SELECT * FROM (${textsOf('f.key_id', TEXT_COLUMNS)} AND since <= ${revision}
         UNION ALL ${formerTexts('f.key_id', revision)}) versions`,
      't',
    )}`,
  );
