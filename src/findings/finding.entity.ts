import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { CheckCode } from '../checks/finding';
import { Project } from '../projects/project.entity';

const PRIMARY_KEY = 'findings_pkey';

/** A finding of a check in a text. A text without findings has no rows. `project_checks` has the revision of the findings. */
@Entity('findings')
export class FindingRow {
  @ForeignKey(() => Project, { name: 'findings_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  @PrimaryColumn('uuid', { name: 'key_id', primaryKeyConstraintName: PRIMARY_KEY })
  keyId!: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  language!: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  code!: CheckCode;

  @Column('text')
  detail!: string;

  /** See `hashOfTexts`. */
  @Column('bytea', { name: 'texts_hash' })
  textsHash!: Buffer;
}
