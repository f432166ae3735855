import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { CursorField } from '../../common/validation/domain-fields';
import { BooleanField, IntegerField, StringField } from '../../common/validation/fields';
import { idRule } from '../../common/validation/text-rules';
import { ChangePersonDto } from '../../history/dto/change.dto';
import { PageDto } from '../../http/queries/page.dto';
import { INBOX_KINDS, type InboxKind } from '../entities/inbox-item.entity';
import type { InboxItem, InboxService, Unread } from '../inbox.service';
import { CommentDto } from './comment.dto';

export class ListInboxQuery {
  @IntegerField(1, 100, { optional: true, description: 'Comments per page. Default: 50.', example: 50 })
  limit = 50;

  @CursorField()
  cursor?: string;

  @BooleanField({ optional: true, description: 'Whether only unread comments are listed.', example: true })
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
}

/** The unread comments, up to 1,000. */
class UnreadDto {
  @ApiProperty({ type: 'integer', example: 1 })
  mentions!: number;

  @ApiProperty({ type: 'integer', example: 2 })
  replies!: number;
}

export class UnreadResponseDto {
  @ApiProperty({ type: UnreadDto })
  unread!: Unread;
}

/** A comment in an inbox. */
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

  @ApiProperty({ example: 'home.greeting' })
  keyName!: string;

  @ApiProperty({ type: CommentDto })
  comment!: CommentDto;

  static from(item: InboxItem): InboxItemDto {
    const { itemId: id, kind, isRead: read, projectId, projectName, keyName } = item;
    return { id, kind, read, projectId, projectName, keyName, comment: CommentDto.from(item) };
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
