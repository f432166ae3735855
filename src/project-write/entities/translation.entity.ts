import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Key } from './key.entity';

const PRIMARY_KEY = 'translations_pkey';

/**
 * The text of one key in one language, the source language included.
 *
 * `SET STATISTICS 0` of `project_id` and `since` and the expressions of `translations_by_revision` and
 * `translations_by_text` exist only in the migrations, because TypeORM has no way to declare them.
 */
@Entity('translations')
@ForeignKey(() => Key, ['projectId', 'keyId'], ['projectId', 'id'], {
  name: 'translations_project_id_key_id_fkey',
  onDelete: 'CASCADE',
})
@Index('translations_of_key', ['projectId', 'keyId'])
@Index('translations_by_revision', { synchronize: false })
@Index('translations_by_text', { synchronize: false })
@Index('translations_by_state', ['projectId', 'state', 'keyId'], { where: 'state <> 1' })
@Index('translations_by_text_revision', ['projectId', 'language', 'keyId'], { where: 'text_revision IS NOT NULL' })
export class Translation {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  language!: string;

  @PrimaryColumn('uuid', { name: 'key_id', primaryKeyConstraintName: PRIMARY_KEY })
  keyId!: string;

  @Column('text')
  text!: string;

  /** Data about the text that only file formats need, one member per format id. */
  @Column('jsonb', { nullable: true, select: false })
  meta!: object | null;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  /** The id of the API key that wrote the text last; null if none did. */
  @Column('uuid', { name: 'updated_by', nullable: true })
  updatedBy!: string | null;

  /** The revision since which the row holds. */
  @Column('bigint', { default: 0, select: false })
  since!: string;

  /** The index of the state in `TRANSLATION_STATES`. */
  @Column('smallint', { default: 1 })
  state!: number;

  /**
   * In the source language, the revision that changed the text last; null if none did since the row was made. In the
   * other languages, the revision that set or confirmed the text last; null if it is `since`. See `isOutdated` of
   * `as-of/versions.ts`.
   */
  @Column('bigint', { name: 'text_revision', nullable: true, select: false })
  textRevision!: string | null;
}
