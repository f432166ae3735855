import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from './project.entity';

const PRIMARY_KEY = 'changes_pkey';

/**
 * A revision of a project: who made it, and what it did. The rows that it replaced are in the history of their tables.
 */
@Entity('changes')
@Index('changes_in_time', ['projectId', 'at'])
@Index('changes_that_undo', ['projectId', 'undoes'], { where: 'undoes IS NOT NULL' })
export class Change {
  @ForeignKey(() => Project, { name: 'changes_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: PRIMARY_KEY })
  revision!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  at!: Date;

  @Column({ type: 'text', collation: 'C' })
  action!: string;

  /** Null: a person made it. */
  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId!: string | null;

  /** The person who made it. */
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  /** The name that the API key had; empty for a person. */
  @Column('text', { name: 'api_key_name' })
  apiKeyName!: string;

  /** The languages of the texts and files that the change concerned. */
  @Column('text', { array: true })
  languages!: string[];

  /** The namespaces of the keys that the change concerned. */
  @Column('text', { array: true })
  namespaces!: string[];

  /** The number of keys after the change. */
  @Column('integer', { name: 'string_count' })
  stringCount!: number;

  /** The revision that the change undid. */
  @Column('bigint', { nullable: true })
  undoes!: string | null;

  /** A `ChangeDetails`. */
  @Column('jsonb')
  details!: object;
}
