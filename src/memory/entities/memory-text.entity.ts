import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

const PRIMARY_KEY = 'memory_texts_pkey';

/**
 * A source text that a key has or had, in the index of the memory. The text itself is read from the key.
 *
 * The type of the index exists only in the migration, because TypeORM has no way to declare it.
 */
@Entity('memory_texts')
@Index('memory_texts_by_lexeme', { synchronize: false })
export class MemoryText {
  @ForeignKey(() => Project, { name: 'memory_texts_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  @PrimaryColumn('uuid', { name: 'key_id', primaryKeyConstraintName: PRIMARY_KEY })
  keyId!: string;

  /** See `TokenizedText`. */
  @Column('integer')
  weight!: number;

  /** See `Lexemes`. */
  @Column('tsvector')
  lexemes!: string;
}
