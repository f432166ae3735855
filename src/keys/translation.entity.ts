import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The text of one key in one language, the source language included. */
@Entity('translations')
export class Translation {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('text')
  language!: string;

  @PrimaryColumn('uuid', { name: 'key_id' })
  keyId!: string;

  @Column('text')
  text!: string;

  /** What file formats keep of it, by format. */
  @Column('jsonb', { nullable: true, select: false })
  meta!: object | null;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  /** The API key that wrote it last. */
  @Column('uuid', { name: 'updated_by', nullable: true })
  updatedBy!: string | null;
}
