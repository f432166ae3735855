import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';
import type { PictureFormat } from '../pictures/picture-format';

/**
 * A picture of a project. `SET STORAGE EXTERNAL` of its bytes exists only in the migration, because TypeORM has no way to declare it.
 */
@Entity('screenshots')
@Unique('screenshots_project_id_sha256_key', ['projectId', 'sha256'])
@Index('screenshots_of_project', ['projectId', 'id'])
export class ScreenshotRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'screenshots_pkey' })
  id!: string;

  @ForeignKey(() => Project, { name: 'screenshots_project_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  /** Of the file as it was sent, in hexadecimal. */
  @Column({ type: 'text', collation: 'C' })
  sha256!: string;

  /** The name of the file that was sent; null: it had none. */
  @Column('text', { nullable: true })
  name!: string | null;

  @Column({ type: 'text', collation: 'C' })
  format!: PictureFormat;

  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** The number of bytes of `content`. */
  @Column('integer')
  bytes!: number;

  /** The picture as it is served. */
  @Column('bytea')
  content!: Buffer;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
