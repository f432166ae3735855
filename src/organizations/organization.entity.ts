import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Plan } from '../common/access/principal';

/** The tenant. Nothing crosses organizations. */
@Entity('organizations')
export class Organization {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  plan!: Plan;

  /** Requests a minute; enterprise only, the other plans have theirs. */
  @Column('integer', { name: 'rate_limit', nullable: true })
  rateLimit!: number | null;

  /** The operator's own, made at the first start. */
  @Column('boolean', { default: false })
  bootstrap!: boolean;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
