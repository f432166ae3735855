import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Organization } from '../../organizations/organization.entity';

const PRIMARY_KEY = 'memory_words_pkey';

/** How frequent a word is in the memory of an organization: an estimate, by which only the speed of a search depends. */
@Entity('memory_words')
export class MemoryWord {
  @ForeignKey(() => Organization, { name: 'memory_words_organization_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: PRIMARY_KEY })
  organizationId!: string;

  /** See `Lexemes`. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  lexeme!: string;

  /** The texts of a sample that had it when they were indexed. */
  @Column('integer')
  texts!: number;
}
