import { stateToNumber } from '../common/translation-state';
import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { uuidArray } from '../database/array-parameter';
import { readPages } from '../database/row-pages';
import type { Transaction } from '../database/transaction';
import { isOutdated } from '../project-write/as-of/versions';
import type { VisibleProject } from '../project-write/visible-project';
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

/** Counts the texts of a project by namespace and language. @param tx begun with `beginRead('whole')` */
export async function countTexts(tx: Transaction, project: VisibleProject): Promise<ProjectStatistics> {
  const { id, sourceLanguage, targetLanguages, revision, stringCount } = project;
  const keys = new CountedKeys(new WordCounter(sourceLanguage));
  const yielder = new EventLoopYielder();
  for await (const page of readPages<KeyRow>(tx, KEYS, [id, sourceLanguage], stringCount)) {
    for (const row of page) {
      keys.add(row);
      const pause = yielder.yieldIfDue();
      if (pause) await pause;
    }
  }
  const languages = [sourceLanguage, ...targetLanguages];
  for (const statistics of keys.statistics) {
    for (const language of languages) statistics.languages.set(language, withoutTexts(statistics.keys));
  }
  const values = [id, sourceLanguage, uuidArray(keys.ids), keys.namespaces, keys.words, keys.revisions];
  for (const row of await tx.rows<CountRow>(TEXTS, values)) addCounts(keys.statistics, row);
  const names = [...keys.indexes].sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const namespaces = new Map(names.flatMap(([name, index]) => withName(name, keys.statistics[index])));
  return { revision, ...sumOf(keys.statistics, languages), namespaces };
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

const TEXTS = `
  SELECT f.namespace, t.language,
         (count(*) FILTER (WHERE t.state = ${stateToNumber('draft')}))::int AS draft,
         (count(*) FILTER (WHERE t.state = ${stateToNumber('translated')}))::int AS translated,
         (count(*) FILTER (WHERE t.state = ${stateToNumber('reviewed')}))::int AS reviewed,
         (count(*) FILTER (WHERE t.language <> $2 AND ${isOutdated('t', 'f.revision')}))::int AS outdated,
         sum(f.words)::float8 AS words
  FROM translations t
  JOIN unnest($3::uuid[], $4::int[], $5::int[], $6::bigint[]) AS f (key_id, namespace, words, revision) USING (key_id)
  WHERE t.project_id = $1
  GROUP BY f.namespace, t.language`;
