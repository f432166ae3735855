import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AssignmentRow } from './assignment.entity';

/** A key of an assignment. While the key is deleted it is not counted, and a key that is restored is assigned again. */
@Entity('assigned_keys')
export class AssignedKey {
  @ForeignKey(() => AssignmentRow, { name: 'assigned_keys_assignment_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'assignment_id', primaryKeyConstraintName: 'assigned_keys_pkey' })
  assignmentId!: string;

  @PrimaryColumn('uuid', { name: 'key_id', primaryKeyConstraintName: 'assigned_keys_pkey' })
  keyId!: string;
}
