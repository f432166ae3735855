import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The replica that runs a job, or the time of the next run. */
@Entity('job_leases')
export class JobLease {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'job_leases_pkey' })
  name!: string;

  /** A process that runs the job; null between two runs. */
  @Column('uuid', { nullable: true })
  holder!: string | null;

  /** The time before which no other process runs the job. */
  @Column({ type: 'timestamptz', precision: 3 })
  until!: Date;
}
