import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { CursorField } from '../../common/validation/domain-fields';
import { BooleanField, IntegerField, StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';
import { ChangePersonDto } from '../../history/dto/change.dto';
import { PageDto } from '../../http/queries/page.dto';
import { INBOX_KINDS, type InboxKind } from '../entities/inbox-item.entity';
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
}

/** The unread items, up to 1,000. */
class UnreadDto {
  @ApiProperty({ type: 'integer', example: 1 })
  mentions!: number;

  @ApiProperty({ type: 'integer', example: 2 })
  replies!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  assignments!: number;
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

  static from({ itemId, assignment: { id, language, keys, assignedBy } }: InboxAssignment): InboxAssignmentDto {
    return { id, language, keys, assignedBy, assignedAt: timeOf(itemId).toISOString() };
  }
}

/** Returns when an UUID of version 7 was made. */
const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** A comment or an assignment in an inbox. */
export class InboxItemDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.comment })
  id!: string;

  @ApiProperty({ enum: [...INBOX_KINDS], enumName: 'InboxKind', example: 'mention' })
  kind!: InboxKind;

  @ApiProperty({ example: false })
  read!: boolean;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.project })
  projectId!: string;

  @ApiProperty({ example: 'Web shop' })
  projectName!: string;

  @ApiProperty({ description: 'Of a comment: the name of its key.', example: 'home.greeting', required: false })
  keyName?: string;

  @ApiProperty({ description: 'Of the kinds `mention` and `reply`.', type: CommentDto, required: false })
  comment?: CommentDto;

  @ApiProperty({ description: 'Of the kind `assignment`.', type: InboxAssignmentDto, required: false })
  assignment?: InboxAssignmentDto;

  static from(item: InboxItem): InboxItemDto {
    const { itemId: id, kind, isRead: read, inProject } = item;
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
