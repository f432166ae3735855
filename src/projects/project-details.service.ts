import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { ValidationFailedError } from '../common/errors/domain-error';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { MAX_LANGUAGES, ProjectNotFoundError, TooManyLanguagesError, UnknownLanguageError } from './project-errors';
import { type ProjectWrite, ProjectWriter } from './write/project-writer';
import type { ChangeProjectDto } from './dto/project-details.dto';
import type { ProjectDetails } from './project-details';

type DetailsRow = Omit<ProjectDetails, 'translated'> & { languages: string[] | null; counts: number[] | null };

/** One statement reads one snapshot: counts that are read after the project might not add up with its number of keys. */
const DETAILS = prepared(
  `SELECT p.id, p.name, p.source_language AS "sourceLanguage", p.target_languages AS "targetLanguages",
          p.string_count AS "stringCount", p.revision, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
          t.languages, t.counts
   FROM projects p LEFT JOIN LATERAL (
     SELECT array_agg(language) AS languages, array_agg(count) AS counts
     FROM (SELECT language, count(*)::int AS count FROM translations WHERE project_id = p.id GROUP BY language) c
   ) t ON true
   WHERE p.organization_id = $1 AND ($2::uuid[] IS NULL OR p.id = ANY ($2)) AND p.id = $3`,
);

/** A project with what is counted of its texts, and the changes that touch them. */
@Injectable()
export class ProjectDetailsService {
  constructor(
    private readonly database: Database,
    private readonly writer: ProjectWriter,
  ) {}

  async get(principal: Principal, id: string): Promise<ProjectDetails> {
    if (!isUuid(id)) throw new ProjectNotFoundError();
    const [row] = await this.database.rows<DetailsRow>(DETAILS, [principal.organizationId, principal.projectIds, id]);
    if (!row) throw new ProjectNotFoundError();
    const { languages, counts, ...project } = row;
    return { ...project, translated: new Map(languages?.map((language, i) => [language, counts?.[i] ?? 0])) };
  }

  /** @returns how many texts went with the removed languages */
  async change(principal: Principal, id: string, change: ChangeProjectDto): Promise<number> {
    return this.writer.write(principal, id, async (write) => {
      await rename(write, change.name);
      return changeLanguages(write, change.addLanguages ?? [], change.removeLanguages ?? []);
    });
  }
}

async function rename(write: ProjectWrite, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const changed = await write.tx.count('UPDATE projects SET name = $2 WHERE id = $1 AND name <> $2', [
    write.project.id,
    name,
  ]);
  if (changed > 0) write.markChanged();
}

async function changeLanguages(
  write: ProjectWrite,
  added: readonly string[],
  removed: readonly string[],
): Promise<number> {
  const { targetLanguages, sourceLanguage, id } = write.project;
  if (removed.includes(sourceLanguage)) {
    throw new ValidationFailedError([
      { pointer: '/removeLanguages', code: 'not_allowed', detail: 'the source language cannot be removed' },
    ]);
  }
  const unknown = removed.filter((language) => !targetLanguages.includes(language));
  if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ pointer: '/removeLanguages' }));
  await addLanguages(write, added);
  if (removed.length === 0) return 0;
  await write.setTargetLanguages(write.project.targetLanguages.filter((language) => !removed.includes(language)));
  const texts = await write.tx.count('DELETE FROM translations WHERE project_id = $1 AND language = ANY ($2)', [
    id,
    removed,
  ]);
  await write.tx.rows('DELETE FROM language_meta WHERE project_id = $1 AND language = ANY ($2)', [id, removed]);
  return texts;
}

/** Languages that the project has already are no error and no change. @throws TooManyLanguagesError */
export async function addLanguages(write: ProjectWrite, languages: readonly string[]): Promise<void> {
  const fresh = languages.filter((language) => !write.languages.includes(language));
  if (fresh.length === 0) return;
  assertRoomForLanguages(write, fresh);
  await write.setTargetLanguages([...write.project.targetLanguages, ...fresh]);
}

/** @param fresh languages that the project does not have yet. @throws TooManyLanguagesError */
export function assertRoomForLanguages(write: ProjectWrite, fresh: readonly string[]): void {
  if (write.languages.length + fresh.length > MAX_LANGUAGES) throw new TooManyLanguagesError();
}
