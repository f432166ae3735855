import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { lookUpTotals } from '../database/planned-reads';
import { Reads } from '../database/reads';
import { prepared } from '../database/statements';
import { PROJECT_COLUMNS, type VisibleProject } from '../project-write/visible-project';

/** A project with the numbers of its texts. */
export interface CountedProject extends VisibleProject {
  /**
   * Numbers of keys with a text in each language: first the source language, then the target languages in their order.
   */
  translated: readonly number[];
}

/** The languages of all cached projects together. */
const MAX_CACHED_COUNTS = 1_000_000;

/** Each language is a range of the primary key of `translations`, whatever the statistics are. */
const COUNT = prepared(
  `SELECT ${PROJECT_COLUMNS}, t.translated
   FROM projects p ${lookUpTotals(
     `SELECT array_agg(c.count ORDER BY l.place) AS translated
      FROM unnest(p.source_language || p.target_languages) WITH ORDINALITY AS l (language, place)
      ${lookUpTotals('SELECT count(*)::int AS count FROM translations WHERE project_id = p.id AND language = l.language', 'c')}`,
     't',
   )}
   WHERE p.id = ANY ($1::uuid[])`,
);

/**
 * Counts the texts of projects by language. The counts of a revision never change, so they are cached by it, and a list
 * of projects that did not change reads no texts.
 */
@Injectable()
export class ProjectProgress {
  private readonly cache = new LRUCache<string, readonly number[]>({
    maxSize: MAX_CACHED_COUNTS,
    sizeCalculation: (translated) => translated.length,
  });

  constructor(private readonly reads: Reads) {}

  /**
   * Returns the projects with their counts, in their order. A project that changed since it was read is returned as it
   * is now; one that was deleted is absent. One statement counts all projects that the cache lacks.
   */
  async count(projects: readonly VisibleProject[], client: () => AbortSignal): Promise<CountedProject[]> {
    const cached = projects.map((project) => this.cache.get(toId(project)));
    const counted = await this.read(
      projects.filter((_, index) => !cached[index]),
      client,
    );
    const countedById = new Map(counted.map((project) => [project.id, project]));
    return projects.flatMap((project, index) => {
      const translated = cached[index];
      return translated ? [{ ...project, translated }] : (countedById.get(project.id) ?? []);
    });
  }

  private async read(projects: readonly VisibleProject[], client: () => AbortSignal): Promise<CountedProject[]> {
    if (projects.length === 0) return [];
    const counted = await this.reads.onPrimary(client).rows<CountedProject>(COUNT, [projects.map(({ id }) => id)]);
    for (const project of counted) this.cache.set(toId(project), project.translated);
    return counted;
  }
}

const toId = ({ id, revision }: VisibleProject): string => `${id} ${revision}`;
