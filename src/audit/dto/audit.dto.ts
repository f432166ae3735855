import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import { AUDIT_ACTIONS, AUDIT_TARGETS, type AuditAction, type AuditTargetType } from '../audit-actions';
import type { AuditEntry } from '../audit.service';

/** The person who did it. */
export class AuditPersonDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.person })
  id!: string;

  @ApiProperty({ description: '`removed person` after the person has removed the account.', example: 'Jo Meyer' })
  name!: string;
}

/** The API key that did it. */
export class AuditApiKeyDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.apiKey })
  id!: string;

  @ApiProperty({ description: 'The name of the API key now.', example: 'CI pipeline' })
  name!: string;
}

/** The target of an action. */
export class AuditTargetDto {
  @ApiProperty({ enum: [...AUDIT_TARGETS], enumName: 'AuditTargetType', example: 'person' })
  type!: AuditTargetType;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.person })
  id!: string;

  @ApiProperty({
    description:
      'The name that it had: of a person the name now, of an invitation the address, of a webhook the host of its URL.',
    type: String,
    nullable: true,
    example: 'Jo Meyer',
  })
  name!: string | null;
}

/** Something that was done in an organization. */
export class AuditEntryDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.auditEntry })
  id!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  at!: string;

  @ApiProperty({ enum: [...AUDIT_ACTIONS], enumName: 'AuditAction', example: 'member.changed' })
  action!: AuditAction;

  @ApiProperty({
    nullable: true,
    type: AuditPersonDto,
    description:
      'Null: an API key did it, or, without an API key, nobody of this organization: the operator, or somebody who did not sign in.',
  })
  person!: AuditPersonDto | null;

  @ApiProperty({ nullable: true, type: AuditApiKeyDto, example: null })
  apiKey!: AuditApiKeyDto | null;

  @ApiProperty({ description: 'The address of the client.', type: String, nullable: true, example: '192.0.2.1' })
  address!: string | null;

  @ApiProperty({ format: 'uuid', type: String, nullable: true, example: null })
  projectId!: string | null;

  @ApiProperty({ nullable: true, type: AuditTargetDto })
  target!: AuditTargetDto | null;

  @ApiProperty({
    description: 'What changed, with the values after the change.',
    type: 'object',
    additionalProperties: true,
    example: { role: 'translator', languages: ['de'] },
  })
  details!: Record<string, unknown>;

  static from(entry: AuditEntry): AuditEntryDto {
    const { id, at, action, person, apiKey, address, projectId, target, details } = entry;
    return { id, at: at.toISOString(), action, person, apiKey, address, projectId, target, details };
  }
}

export class AuditPageDto extends PageDto {
  @ApiProperty({ type: [AuditEntryDto] })
  entries!: AuditEntryDto[];

  static from({ items, nextCursor }: Page<AuditEntry>): AuditPageDto {
    return { entries: items.map((entry) => AuditEntryDto.from(entry)), nextCursor };
  }
}
