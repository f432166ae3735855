import { Column, CreateDateColumn, Entity, type EntityManager, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import type { Settings } from '../../config/settings';
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

  /** Somebody else may have set the password since: the next sign-in connects the identity again, as the first one does. */
  @Column('boolean', { default: false })
  withdrawn!: boolean;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

/** Returns whether a person can sign in by single sign-on: an identity of an earlier issuer does not count. */
export async function isConnected(
  manager: EntityManager,
  personId: string,
  { oidc }: Pick<Settings, 'oidc'>,
): Promise<boolean> {
  return oidc !== undefined && manager.getRepository(IdentityRow).existsBy({ personId, issuer: oidc.issuer });
}
