import type { Project } from './entities/project.entity';

/** A project as lists contain it, and its revision. */
export type VisibleProject = Pick<
  Project,
  'id' | 'name' | 'sourceLanguage' | 'targetLanguages' | 'stringCount' | 'revision' | 'oldestRevision'
>;

/** The columns of a `VisibleProject`. */
export const PROJECT_COLUMNS = `id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages",
  string_count AS "stringCount", revision, oldest_revision AS "oldestRevision"`;
