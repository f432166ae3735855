import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ReleaseContent } from './release-content.entity';
import { ReleaseRow } from './release.entity';

const PRIMARY_KEY = 'release_files_pkey';

/** A file of a release. */
@Entity('release_files')
@ForeignKey(() => ReleaseContent, ['projectId', 'sha256'], ['projectId', 'sha256'], {
  name: 'release_files_content_fkey',
  deferrable: 'INITIALLY DEFERRED',
})
@Index('release_files_by_content', ['projectId', 'sha256'])
export class ReleaseFile {
  @ForeignKey(() => ReleaseRow, { name: 'release_files_release_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'release_id', primaryKeyConstraintName: PRIMARY_KEY })
  releaseId!: string;

  /** Its address behind the channel: `de.json`, `de/home.json`, `manifest.json`. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  path!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  /** Null: the manifest. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  language!: string | null;

  /** Null: the file has the keys of all namespaces, or of none. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  namespace!: string | null;

  @Column({ type: 'text', collation: 'C' })
  sha256!: string;
}
