import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

const PRIMARY_KEY = 'delivery_usage_pkey';

/** How much was loaded with a delivery token on a day. */
@Entity('delivery_usage')
@Index('delivery_usage_in_time', ['day'])
export class DeliveryUsage {
  @ForeignKey(() => Project, { name: 'delivery_usage_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  /** In UTC. */
  @PrimaryColumn('date', { primaryKeyConstraintName: PRIMARY_KEY })
  day!: string;

  /** Of a token that may be revoked meanwhile. */
  @PrimaryColumn('uuid', { name: 'token_id', primaryKeyConstraintName: PRIMARY_KEY })
  tokenId!: string;

  @Column('bigint')
  requests!: string;

  /** Of bodies, as they were sent. */
  @Column('bigint')
  bytes!: string;
}
