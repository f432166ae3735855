import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('projects')
export class Project {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'organization_id' })
  organizationId!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'source_language' })
  sourceLanguage!: string;

  /** Never the source language; in the order in which they were added. */
  @Column('text', { name: 'target_languages', array: true })
  targetLanguages!: string[];

  /** The number of keys. */
  @Column('integer', { name: 'string_count', default: 0 })
  stringCount!: number;

  /** Raised by each write that changed something. A bigint: pg gives it as a string. */
  @Column('bigint', { default: 0 })
  revision!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
