import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/example-ids';
import { ChangeAuthorDto, ChangePersonDto } from '../../history/dto/change.dto';
import type { Page } from '../../http/queries/page';
import { PageDto } from '../../http/queries/page.dto';
import type { Comment } from '../comment';

/** A comment on a key. */
export class CommentDto {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.comment })
  id!: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.key })
  keyId!: string;

  @ApiProperty({
    description: 'The comment that begins the discussion; null: this one.',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  replyTo!: string | null;

  @ApiProperty({
    description: 'Null: it is about the key.',
    type: String,
    nullable: true,
    example: 'de',
  })
  language!: string | null;

  @ApiProperty({ description: 'With mentions as `@[<id>]`.', example: 'Is this a verb?' })
  text!: string;

  @ApiProperty({ type: [ChangePersonDto], example: [] })
  mentions!: ChangePersonDto[];

  @ApiProperty({ nullable: true, type: ChangePersonDto })
  person!: ChangePersonDto | null;

  @ApiProperty({
    nullable: true,
    type: ChangeAuthorDto,
    example: null,
  })
  apiKey!: ChangeAuthorDto | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T12:00:00.000Z' })
  createdAt!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  editedAt!: string | null;

  @ApiProperty({ description: 'Whether only its replies are left.', example: false })
  deleted!: boolean;

  @ApiProperty({ description: 'Whether its discussion is resolved.', example: false })
  resolved!: boolean;

  static from(comment: Comment): CommentDto {
    const { id, keyId, threadId, language, text, mentions, person, apiKey } = comment;
    return {
      ...{ id, keyId, replyTo: threadId === id ? null : threadId, language, text, mentions, person, apiKey },
      createdAt: comment.createdAt.toISOString(),
      editedAt: comment.editedAt?.toISOString() ?? null,
      deleted: comment.isDeleted,
      resolved: comment.resolvedAt !== null,
    };
  }
}

export class CommentResponseDto {
  @ApiProperty({ type: CommentDto })
  comment!: CommentDto;
}

export class CommentListDto extends PageDto {
  @ApiProperty({ type: [CommentDto] })
  comments!: CommentDto[];

  static from({ items, nextCursor }: Page<Comment>): CommentListDto {
    return { comments: items.map((comment) => CommentDto.from(comment)), nextCursor };
  }
}
