import { hashOf } from '../http/responses/entity-tag';
import type { Project } from '../project-write/entities/project.entity';

/**
 * Returns the hash of the state of a project, from which its entity tag is made. Each change raises the revision; the
 * time distinguishes two changes with one revision, of which the restoring of a backup has removed one.
 */
export const hashOfProject = ({ id, revision, updatedAt }: Pick<Project, 'id' | 'revision' | 'updatedAt'>): string =>
  hashOf([id, revision, updatedAt]);
