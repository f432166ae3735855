import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequireScope, ResourceParam } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { Idempotency, type SentBody } from '../idempotency/idempotency';
import { KeysService } from '../keys/keys.service';
import { ProjectsService } from '../projects/projects.service';
import type { Comment } from './comment';
import { commentOperations } from './comment-operations';
import { CommentsService } from './comments.service';
import { CommentDto, CommentListDto, type CommentResponseDto } from './dto/comment.dto';
import type { PersonListDto } from './dto/inbox.dto';
import { ListCommentsQuery } from './dto/list-comments.query';
import { ChangeCommentDto, CreateCommentDto } from './dto/write-comment.dto';

/** The scopes that change something of a key. Who has one of them comments, in all languages. */
const WRITE = ['translations:write', 'translations:review', 'keys:write'] as const;

@ApiTags('Comments')
@Controller()
export class CommentsController {
  constructor(
    private readonly comments: CommentsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get('keys/:id/comments')
  @RequireScope('translations:read')
  @ResourceParam(KeysService)
  @Operation(commentOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ListCommentsQuery,
  ): Promise<CommentListDto> {
    return CommentListDto.from(await this.comments.page(principal, id, query));
  }

  @Post('keys/:id/comments')
  @RequireScope(...WRITE)
  @ResourceParam(KeysService)
  @Operation(commentOperations.create)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: CreateCommentDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<CommentResponseDto>> {
    return this.idempotency.answer(
      reply,
      (once) => this.comments.create(principal, id, body, once),
      (comment: Comment) => ({ headers: {}, body: { comment: CommentDto.from(comment) } }),
    );
  }

  @Get('projects/:id/persons')
  @RequireScope(...WRITE)
  @ResourceParam(ProjectsService)
  @Operation(commentOperations.persons)
  async persons(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
  ): Promise<PersonListDto> {
    return { persons: await this.comments.mentionable(principal, id) };
  }

  @Patch('comments/:id')
  @RequireScope(...WRITE)
  @ResourceParam(CommentsService)
  @Operation(commentOperations.change)
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: ChangeCommentDto,
  ): Promise<CommentResponseDto> {
    return { comment: CommentDto.from(await this.comments.change(principal, id, body)) };
  }

  @Delete('comments/:id')
  @RequireScope(...WRITE, 'members:manage')
  @ResourceParam(CommentsService)
  @Operation(commentOperations.delete)
  async delete(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<DeletedDto> {
    await this.comments.delete(principal, id);
    return { deleted: true };
  }
}
