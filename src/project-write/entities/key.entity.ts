import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { NAMESPACE_OF_NAME } from '../../common/namespace-of';
import { Project } from './project.entity';

const PRIMARY_KEY = 'keys_pkey';

/**
 * A named string of a project.
 *
 * Some parts of the table exist only in the migrations, because TypeORM has no way to declare them: the indexes
 * `keys_in_order` on `(project_id, left(name, 512), id)`, `keys_with_tags` on the same, `keys_with_paths` and
 * `keys_by_revision` have expressions, and `project_id` and `since` have `SET STATISTICS 0`. `synchronize: false` keeps `migration:generate`
 * from dropping the indexes; TypeORM does not read statistics targets.
 */
@Entity('keys')
@Index('keys_by_name_hash', ['projectId', 'nameHash'], { unique: true })
@Index('keys_in_order', { synchronize: false })
@Index('keys_with_tags', { synchronize: false })
@Index('keys_with_paths', { synchronize: false })
@Index('keys_by_id', ['id'])
@Index('keys_by_revision', { synchronize: false })
@Index('keys_by_removal', { synchronize: false })
export class Key {
  @ForeignKey(() => Project, { name: 'keys_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: PRIMARY_KEY })
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  name!: string;

  /** SHA-256 of the name in UTF-8. Names (8,192 bytes) are too long for a row of a unique index (2,704 bytes). */
  @Column('bytea', { name: 'name_hash', select: false })
  nameHash!: Buffer;

  /** The part of the name before the first dot, computed by the database; `""` for a name without a dot. */
  @Column({
    type: 'text',
    collation: 'C',
    generatedType: 'STORED',
    asExpression: NAMESPACE_OF_NAME,
    insert: false,
    update: false,
  })
  namespace!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  /** Data about the key that only file formats need, one member per format id. */
  @Column('jsonb', { nullable: true, select: false })
  meta!: object | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  /** The revision since which the row holds. */
  @Column('bigint', { default: 0, select: false })
  since!: string;

  /** The revision that last removed a text of the key, or null: no row of the text has it. */
  @Column('bigint', { name: 'text_removed_in', nullable: true, select: false })
  textRemovedIn!: string | null;

  /** The time of that revision. */
  @Column({ type: 'timestamptz', name: 'text_removed_at', precision: 3, nullable: true, select: false })
  textRemovedAt!: Date | null;

  /** A list of strings, sorted and each of them once; null for none. */
  @Column('jsonb', { nullable: true })
  tags!: string[] | null;

  /** The greatest number of grapheme clusters (Unicode Standard Annex #29) that a text should have. */
  @Column('integer', { name: 'max_length', nullable: true })
  maxLength!: number | null;
}
