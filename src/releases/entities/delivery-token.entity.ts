import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

/** A part of the public addresses of a project's releases. It is no secret: applications contain it. */
@Entity('delivery_tokens')
@Unique('delivery_tokens_token_key', ['token'])
@Index('delivery_tokens_of_project', ['projectId', 'id'])
export class DeliveryToken {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'delivery_tokens_pkey' })
  id!: string;

  @ForeignKey(() => Project, { name: 'delivery_tokens_project_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  name!: string;

  @Column({ type: 'text', collation: 'C' })
  token!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
