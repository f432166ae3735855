import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Person } from '../people/person.entity';
import { Project } from '../project-write/entities/project.entity';

const PRIMARY_KEY = 'presences_pkey';

/** The text of a project at which a person is. */
@Entity('presences')
export class Presence {
  @ForeignKey(() => Project, { name: 'presences_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  @ForeignKey(() => Person, { name: 'presences_person_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'person_id', primaryKeyConstraintName: PRIMARY_KEY })
  personId!: string;

  @Column('uuid', { name: 'key_id' })
  keyId!: string;

  @Column({ type: 'text', collation: 'C' })
  language!: string;

  /** The time at which the person counts as gone. */
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;
}
