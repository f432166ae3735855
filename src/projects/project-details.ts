import type { Project } from '../project-write/entities/project.entity';

/** A project with the numbers of its texts. */
export interface ProjectDetails extends Omit<Project, 'organizationId'> {
  /** Number of keys with a text, by language; languages without any text are absent. */
  translated: ReadonlyMap<string, number>;
}
