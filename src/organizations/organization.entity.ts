import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Plan } from '../common/access/principal';

/** The tenant: a row of one organization never refers to a row of another. */
@Entity('organizations')
@Check('organizations_plan_check', `plan IN ('free', 'starter', 'growth', 'professional', 'enterprise')`)
@Check('organizations_rate_limit_check', 'rate_limit > 0')
@Check('organizations_check', `(plan = 'enterprise') = (rate_limit IS NOT NULL)`)
@Index('organizations_one_bootstrap', ['bootstrap'], { unique: true, where: 'bootstrap' })
export class Organization {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'organizations_pkey' })
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  plan!: Plan;

  /** Requests per minute of an enterprise organization; null for the other plans, whose limits are fixed. */
  @Column('integer', { name: 'rate_limit', nullable: true })
  rateLimit!: number | null;

  /** True for the operator's own organization, which the first start creates. */
  @Column('boolean', { default: false })
  bootstrap!: boolean;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
