import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { CursorField } from '../../common/validation/domain-fields';
import { BooleanField, IntegerField, StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';
import { ROLES, type Role } from '../../common/access/roles';
import { ChangePersonDto } from '../../history/dto/change.dto';
import { PageDto } from '../../http/queries/page.dto';
import { ASSIGNMENT_TASKS, type AssignmentTask } from '../../keys/assignment-task';
import type { InboxInvitation } from '../inbox-invitations';
import type { InboxAssignment, InboxItem, InboxService, Unread } from '../inbox.service';
import { CommentDto } from './comment.dto';

export class ListInboxQuery {
  @IntegerField(1, 100, { optional: true, description: 'Items per page. Default: 50.', example: 50 })
  limit = 50;

  @CursorField()
  cursor?: string;

  @BooleanField({ optional: true, description: 'Whether only unread items are listed.', example: true })
  unread?: boolean;
}

/** What is marked as read. */
export class ReadInboxDto {
  @StringField([idRule], {
    format: 'uuid',
    description: 'The `id` of the newest item to mark: the older ones are marked too.',
    example: EXAMPLE_IDS.comment,
  })
  until!: string;

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only comments on this key.',
    example: EXAMPLE_IDS.key,
  })
  keyId?: string;

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only this assignment.',
    example: EXAMPLE_IDS.assignment,
  })
  assignmentId?: string;

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only this invitation.',
    example: EXAMPLE_IDS.invitation,
  })
  invitationId?: string;
}

/** The unread items, up to 1,000. */
class UnreadDto {
  @ApiProperty({ type: 'integer', example: 1 })
  mentions!: number;

  @ApiProperty({ type: 'integer', example: 2 })
  replies!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  assignments!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  invitations!: number;
}

export class UnreadResponseDto {
  @ApiProperty({ type: UnreadDto })
  unread!: Unread;
}

/** An assignment in an inbox. */
class InboxAssignmentDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.assignment })
  id!: string;

  @ApiProperty({ example: 'de' })
  language!: string;

  @ApiProperty({
    description: 'What the person is asked for: to `translate` the keys, or to `review` their texts.',
    enum: [...ASSIGNMENT_TASKS],
    enumName: 'AssignmentTask',
    example: 'review',
  })
  task!: AssignmentTask;

  @ApiProperty({
    description: 'The number of keys that are assigned; null: all keys.',
    type: 'integer',
    nullable: true,
    example: 12,
  })
  keys!: number | null;

  @ApiProperty({
    description: 'The person who assigned last; null: an API key did.',
    nullable: true,
    type: ChangePersonDto,
  })
  assignedBy!: ChangePersonDto | null;

  @ApiProperty({
    description: 'When keys were assigned last.',
    format: 'date-time',
    example: '2026-11-20T12:00:00.000Z',
  })
  assignedAt!: string;

  static from({ itemId, assignment: { id, language, task, keys, assignedBy } }: InboxAssignment): InboxAssignmentDto {
    return { id, language, task, keys, assignedBy, assignedAt: timeOf(itemId).toISOString() };
  }
}

/** Returns when an UUID of version 7 was made. */
const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** An invitation in an inbox. */
class InboxInvitationDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.invitation })
  id!: string;

  @ApiProperty({ description: 'The organization that the person can join.', example: 'Example GmbH' })
  organizationName!: string;

  @ApiProperty({ enum: [...ROLES], enumName: 'Role', example: 'translator' })
  role!: Role;

  @ApiProperty({ description: 'The person who invites; null: an API key does.', nullable: true, type: ChangePersonDto })
  invitedBy!: ChangePersonDto | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-27T12:00:00.000Z' })
  expiresAt!: string;

  static from({ itemId: id, organizationName, role, invitedBy, expiresAt }: InboxInvitation): InboxInvitationDto {
    return { id, organizationName, role, invitedBy, expiresAt: expiresAt.toISOString() };
  }
}

const INBOX_KINDS = ['mention', 'reply', 'assignment', 'invitation'] as const satisfies InboxItem['kind'][];

/** A comment, an assignment or an invitation in an inbox. */
export class InboxItemDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.comment })
  id!: string;

  @ApiProperty({ enum: [...INBOX_KINDS], enumName: 'InboxKind', example: 'mention' })
  kind!: InboxItem['kind'];

  @ApiProperty({ example: false })
  read!: boolean;

  @ApiProperty({
    description: 'Of every kind but `invitation`.',
    format: 'uuid',
    example: EXAMPLE_IDS.project,
    required: false,
  })
  projectId?: string;

  @ApiProperty({ description: 'Of every kind but `invitation`.', example: 'Web shop', required: false })
  projectName?: string;

  @ApiProperty({ description: 'Of a comment: the name of its key.', example: 'home.greeting', required: false })
  keyName?: string;

  @ApiProperty({ description: 'Of the kinds `mention` and `reply`.', type: CommentDto, required: false })
  comment?: CommentDto;

  @ApiProperty({ description: 'Of the kind `assignment`.', type: InboxAssignmentDto, required: false })
  assignment?: InboxAssignmentDto;

  @ApiProperty({ description: 'Of the kind `invitation`.', type: InboxInvitationDto, required: false })
  invitation?: InboxInvitationDto;

  static from(item: InboxItem): InboxItemDto {
    const { itemId: id, kind, isRead: read } = item;
    if (item.kind === 'invitation') return { id, kind, read, invitation: InboxInvitationDto.from(item) };
    const { inProject } = item;
    const place = { id, kind, read, projectId: inProject.id, projectName: inProject.name };
    return item.kind === 'assignment'
      ? { ...place, assignment: InboxAssignmentDto.from(item) }
      : { ...place, keyName: item.keyName, comment: CommentDto.from(item) };
  }
}

export class InboxDto extends PageDto {
  @ApiProperty({ type: [InboxItemDto] })
  items!: InboxItemDto[];

  @ApiProperty({ type: UnreadDto })
  unread!: Unread;

  static from({ items, unread, nextCursor }: Awaited<ReturnType<InboxService['page']>>): InboxDto {
    return { items: items.map((item) => InboxItemDto.from(item)), unread, nextCursor };
  }
}

export class PersonListDto {
  @ApiProperty({ type: [ChangePersonDto] })
  persons!: ChangePersonDto[];
}
