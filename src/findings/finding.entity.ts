import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { CheckCode } from '../checks/finding';
import { Project } from '../project-write/entities/project.entity';

const PRIMARY_KEY = 'findings_pkey';

/**
 * A finding of a check in a text. A text without findings has no rows. `project_checks` has the revision of the
 * findings.
 */
@Entity('findings')
@Index('findings_in_order', ['projectId', 'place', 'keyId'])
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

  /**
   * The first characters of the key's name, as `keys_in_order` has them: pages of keys with findings are read in their
   * order.
   */
  @Column({ type: 'text', collation: 'C' })
  place!: string;

  /** See `hashOfTexts`. */
  @Column('bytea', { name: 'texts_hash' })
  textsHash!: Buffer;
}
