import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What file formats keep of a project's file in a language (a PO header), by format. */
@Entity('language_meta')
export class LanguageMeta {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('text')
  language!: string;

  @Column('jsonb')
  meta!: object;
}
