import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { AssignmentTask } from '../../keys/assignment-task';
import { Membership } from '../../people/membership.entity';
import { Project } from '../../project-write/entities/project.entity';

/** A member who is to translate or review a language of a project, or some of its keys in the language. It is no part of the history. */
@Entity('assignments')
@Unique('assignments_project_id_membership_id_language_task_key', ['projectId', 'membershipId', 'language', 'task'])
@Index('assignments_of_project', ['projectId', 'id'])
@Index('assignments_of_membership', ['membershipId'])
export class AssignmentRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'assignments_pkey' })
  id!: string;

  @ForeignKey(() => Project, { name: 'assignments_project_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @ForeignKey(() => Membership, { name: 'assignments_membership_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'membership_id' })
  membershipId!: string;

  @Column({ type: 'text', collation: 'C' })
  language!: string;

  /** Whether all keys are assigned, and keys that are added later; otherwise, the keys are rows of `assigned_keys`. */
  @Column('boolean', { name: 'is_whole' })
  isWhole!: boolean;

  /** The person who assigned first; null: an API key did. */
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  /** Null: a person assigned. */
  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId!: string | null;

  /** The name that the API key had; empty for a person. */
  @Column('text', { name: 'api_key_name' })
  apiKeyName!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'text', collation: 'C', default: 'translate' })
  task!: AssignmentTask;
}
