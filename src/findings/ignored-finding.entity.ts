import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { CheckCode } from '../checks/finding';
import { Project } from '../project-write/entities/project.entity';

const PRIMARY_KEY = 'ignored_findings_pkey';

/**
 * A finding that somebody has judged to be none. The judgement is about a text and a source text: it holds while the
 * key has both of them, so that nothing has to be removed when they change, and an undo brings it back with them.
 */
@Entity('ignored_findings')
export class IgnoredFinding {
  @ForeignKey(() => Project, { name: 'ignored_findings_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  @PrimaryColumn('uuid', { name: 'key_id', primaryKeyConstraintName: PRIMARY_KEY })
  keyId!: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  language!: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  code!: CheckCode;

  /** See `hashOfTexts`. */
  @Column('bytea', { name: 'texts_hash' })
  textsHash!: Buffer;
}
