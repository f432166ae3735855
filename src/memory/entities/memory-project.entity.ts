import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

/** How far the source texts of a project are in the index of the memory. */
@Entity('memory_projects')
export class MemoryProject {
  @ForeignKey(() => Project, { name: 'memory_projects_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'memory_projects_pkey' })
  projectId!: string;

  /** The rules by which the texts were taken apart. */
  @Column('integer')
  rules!: number;

  /** Source texts that hold since it, or since before, are in the index; -1: none need be. */
  @Column('bigint')
  revision!: string;

  /** The revision up to which a pass over all keys brings the index; null: there is no pass. */
  @Column('bigint', { name: 'pass_revision', nullable: true })
  passRevision!: string | null;

  /** The last key of the pass. */
  @Column('uuid', { name: 'pass_after', nullable: true })
  passAfter!: string | null;
}
