import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The run of a job, or the time of the next one. */
@Entity('job_leases')
export class JobLease {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'job_leases_pkey' })
  name!: string;

  /** Identifies the run that is under way; null between two runs. */
  @Column('uuid', { name: 'holder', nullable: true })
  lease!: string | null;

  /** The time before which no replica takes the job. */
  @Column({ type: 'timestamptz', name: 'until', precision: 3 })
  leasedUntil!: Date;
}
