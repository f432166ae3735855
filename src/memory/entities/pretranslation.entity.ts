import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

/** A project whose missing texts are translated, which one replica does at a time. */
@Entity('pretranslations')
export class PretranslationRow {
  @ForeignKey(() => Project, { name: 'pretranslations_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'pretranslations_pkey' })
  projectId!: string;

  /** Identifies the run that is under way. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  /** The time after which another run may begin, because the replica with the lease has crashed. */
  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3, nullable: true })
  leasedUntil!: Date | null;

  /** The keys that are done. */
  @Column('integer', { default: 0 })
  done!: number;

  /** All keys; 0: it is not yet known. */
  @Column('integer', { default: 0 })
  total!: number;
}
