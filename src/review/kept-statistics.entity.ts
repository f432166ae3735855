import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from '../project-write/entities/project.entity';

/** The last statistics of a project that were counted whole, or continued by many rows. */
@Entity('kept_statistics')
export class KeptStatisticsRow {
  @ForeignKey(() => Project, { name: 'kept_statistics_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'kept_statistics_pkey' })
  projectId!: string;

  @Column('bigint')
  revision!: string;

  /** The rules by which the texts were counted. Statistics of other rules are not continued. */
  @Column('text')
  rules!: string;

  /** See `KeptCounts` of `kept-statistics.ts`. */
  @Column('jsonb')
  counts!: object;
}
