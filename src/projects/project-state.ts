import { hashOf } from '../http/responses/entity-tag';
import type { Project } from '../project-write/entities/project.entity';

/**
 * Returns the hash of the state of a project, which its entity tag is made of. Each change raises the revision; the
 * time tells two changes with one revision apart, one of which was undone by restoring a backup.
 */
export const hashOfProject = ({ id, revision, updatedAt }: Pick<Project, 'id' | 'revision' | 'updatedAt'>): string =>
  hashOf([id, revision, updatedAt]);
