import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Person } from '../person.entity';

/** A person as an issuer of OpenID Connect knows it, whatever its address is there. */
@Entity('identities')
@Unique('identities_person_id_issuer_key', ['personId', 'issuer'])
export class IdentityRow {
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'identities_pkey' })
  issuer!: string;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'identities_pkey' })
  subject!: string;

  @ForeignKey(() => Person, { name: 'identities_person_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'person_id' })
  personId!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
