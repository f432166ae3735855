import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { CheckCode } from '../checks/finding';
import { Project } from '../project-write/entities/project.entity';

const PRIMARY_KEY = 'ignored_findings_pkey';

/**
 * A finding that a person ignores. It is about a text and a source text: it is ignored while the key has both of them.
 * So nothing is removed when they change, and after an undo of the change the finding is ignored again.
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
