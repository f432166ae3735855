import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A named string of a project. */
@Entity('keys')
export class Key {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  /** SHA-256 of the name in UTF-8: names outgrow an index row. */
  @Column('bytea', { name: 'name_hash', select: false })
  nameHash!: Buffer;

  /** The part of the name before the first dot, made by the database; `""` where there is none. */
  @Column({ type: 'text', insert: false, update: false })
  namespace!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  /** What file formats keep of it, by format. */
  @Column('jsonb', { nullable: true, select: false })
  meta!: object | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;
}
