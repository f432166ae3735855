import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import type { KeyStatistics, LanguageStatistics, ProjectStatistics } from './statistics';
import { type ByNamespace, toStatistics } from './statistics-query';

/** The numbers, of a language in a namespace each, of the largest statistics that are kept. */
const MAX_KEPT = 100_000;
/** A write that waits longer is given up: the statistics are then counted anew by the next process. */
const BEGIN = `BEGIN; SET LOCAL lock_timeout = '1s'; SET LOCAL statement_timeout = '5s'`;
/** Raised when other numbers are counted from the same texts. The words of some scripts depend on the version of ICU. */
const RULES = `1, ICU ${process.versions.icu}`;

/** Statistics without the sums of all namespaces. `jsonb` keeps the order of arrays only. */
interface KeptCounts {
  languages: string[];
  namespaces: [name: string, keys: number, words: number, counts: number[][]][];
}

/**
 * Keeps statistics in the database, from which a new process or another replica continues. They are written in the
 * background: no answer waits for a write or fails with it.
 */
@Injectable()
export class KeptStatistics implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Statistics');
  private readonly writes = new Set<Promise<void>>();

  constructor(private readonly database: Database) {}

  /** @param tx begun with `beginRead('lookUps')` */
  async read(
    tx: Transaction,
    projectId: string,
  ): Promise<{ statistics: ProjectStatistics; unkeptRows: 0 } | undefined> {
    const [row] = await tx.rows<{ revision: string; counts: KeptCounts }>(FIND, [projectId, RULES]);
    return row && { statistics: fromCounts(row.revision, row.counts), unkeptRows: 0 };
  }

  /** Begins to write statistics, unless newer ones are kept. */
  write(projectId: string, statistics: ProjectStatistics): void {
    if (statistics.namespaces.size * statistics.languages.size > MAX_KEPT) return;
    const values = [projectId, statistics.revision, RULES, JSON.stringify(toCounts(statistics))];
    const write = this.database
      .transaction(BEGIN, async (tx) => void (await tx.rows(KEEP, values)))
      .catch((error: unknown) => this.logger.debug(`not kept: ${String(error)}`))
      .finally(() => this.writes.delete(write));
    this.writes.add(write);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.written();
  }

  /** Resolves when all writes that have begun have ended. */
  async written(): Promise<void> {
    await Promise.all(this.writes);
  }
}

const FIND = prepared('SELECT revision, counts FROM kept_statistics WHERE project_id = $1 AND rules = $2');

/** The project may have been deleted since. */
const KEEP = prepared(`
  INSERT INTO kept_statistics AS k (project_id, revision, rules, counts)
  SELECT id, $2, $3, $4 FROM projects WHERE id = $1
  ON CONFLICT (project_id) DO UPDATE SET revision = excluded.revision, rules = excluded.rules, counts = excluded.counts
  WHERE k.revision < excluded.revision OR k.rules <> excluded.rules`);

function toCounts({ languages, namespaces }: ProjectStatistics): KeptCounts {
  const tags = [...languages.keys()];
  const countsOf = ({ languages: own }: KeyStatistics): number[][] => tags.map((tag) => toNumbers(own.get(tag)));
  return {
    languages: tags,
    namespaces: [...namespaces].map(([name, counted]) => [name, counted.keys, counted.words, countsOf(counted)]),
  };
}

function fromCounts(revision: string, { languages, namespaces }: KeptCounts): ProjectStatistics {
  const [sourceLanguage = '', ...targetLanguages] = languages;
  const byNamespace: ByNamespace = new Map(
    namespaces.map(([name, keys, words, counts]) => [
      name,
      { keys, words, languages: new Map(languages.map((tag, index) => [tag, toLanguage(counts[index])])) },
    ]),
  );
  return toStatistics({ revision, sourceLanguage, targetLanguages }, byNamespace);
}

const toNumbers = (counts: LanguageStatistics | undefined): number[] =>
  counts ? [counts.translated, counts.reviewed, counts.draft, counts.outdated, counts.untranslated, counts.words] : [];

const toLanguage = (numbers: readonly number[] = []): LanguageStatistics => {
  const [translated = 0, reviewed = 0, draft = 0, outdated = 0, untranslated = 0, words = 0] = numbers;
  return { translated, reviewed, draft, outdated, untranslated, words };
};
