import type { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { BodyLimit } from '../http/bodies/body-limit';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { type ExpectedState, IfMatch } from '../http/params/if-match';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { tagHeader } from '../http/responses/entity-tag';
import { jsonBody } from '../http/responses/json-stream';
import { jsonRepresentation } from '../http/responses/json-representation';
import { sendRepresentation } from '../http/responses/representation';
import { revisionHeader, setRevision } from '../http/responses/revision-header';
import { Idempotency, type SentBody } from '../idempotency/idempotency';
import { IfRevisionQuery } from '../projects/dto/if-revision.query';
import { MinRevisionQuery } from '../projects/dto/min-revision.query';
import type { Written } from '../project-write/project-writer';
import { ProjectsService } from '../projects/projects.service';
import { CreateKeyDto } from './dto/create-key.dto';
import { IgnoreFindingDto } from './dto/ignore-finding.dto';
import { KeyBatchDto } from './dto/key-batch.dto';
import {
  CreatedKeyDto,
  type CreatedKeyResponseDto,
  KeyBatchResponseDto,
  KeyListDto,
  type KeyResponseDto,
  KeyWithTranslationsDto,
  UpdatedKeyDto,
  type UpdatedKeyResponseDto,
} from './dto/key.dto';
import { parseKeyBatch } from './dto/parse-key-batch';
import { ListKeysQuery } from './dto/list-keys.query';
import { UpdateKeyDto } from './dto/update-key.dto';
import { UpdateKeyQuery } from './dto/update-key.query';
import type { KeyBatchResult, KeyWithTexts } from './key';
import { KeyList } from './key-list';
import { keyOperations } from './key-operations';
import { hashOfKey } from './key-state';
import { KeysService } from './keys.service';

const BATCH_BYTES = 10 * 1_048_576;

@ApiTags('Keys')
@Controller()
export class KeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly keyList: KeyList,
    private readonly idempotency: Idempotency,
  ) {}

  @Get('projects/:id/keys')
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(keyOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ListKeysQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<string | object> {
    const page = await this.keyList.page(principal, id, query, client);
    void reply.type('application/json; charset=utf-8');
    const body = KeyListDto.from(page);
    return typeof body === 'string' ? body : jsonBody(reply, body);
  }

  @Post('projects/:id/keys')
  @RequireScope('keys:write')
  @ResourceParam(ProjectsService)
  @Operation(keyOperations.create)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: CreateKeyDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<CreatedKeyResponseDto>> {
    return this.idempotency.answer(
      reply,
      (once) => this.keys.create(principal, id, body, { once }),
      ({ result, revision }: Written<KeyWithTexts>) => ({
        headers: { ...revisionHeader(revision), ...tagHeader(hashOfKey(result)) },
        body: { key: CreatedKeyDto.from(result) },
      }),
    );
  }

  @Post('projects/:id/keys/batch')
  @RequireScope('keys:write', 'keys:delete', 'translations:write', 'translations:review')
  @ResourceParam(ProjectsService)
  @BodyLimit(BATCH_BYTES)
  @Operation(keyOperations.batch)
  async batch(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: KeyBatchDto,
    @Query() { ifRevision }: IfRevisionQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<KeyBatchResponseDto>> {
    const batch = parseKeyBatch(body);
    return this.idempotency.answer(
      reply,
      (once) => this.keys.batch(principal, id, batch, { ifRevision, once }),
      ({ result, revision }: Written<KeyBatchResult>) => ({
        headers: revisionHeader(revision),
        body: KeyBatchResponseDto.from(result),
      }),
    );
  }

  @Get('keys/:id')
  @RequireScope('translations:read')
  @ResourceParam(KeysService)
  @Operation(keyOperations.get)
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() { minRevision }: MinRevisionQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const key = await this.keys.get(principal, id, minRevision);
    const body: KeyResponseDto = { key: KeyWithTranslationsDto.from(key) };
    await sendRepresentation(reply, jsonRepresentation(body, hashOfKey(key)));
  }

  @Put('keys/:id')
  @RequireScope('translations:write', 'keys:write', 'translations:review')
  @ResourceParam(KeysService)
  @Operation(keyOperations.update)
  async update(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: UpdateKeyDto,
    @Query() { include }: UpdateKeyQuery,
    @IfMatch() expected: ExpectedState | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UpdatedKeyResponseDto | Readable> {
    if (include) {
      const { result, revision } = await this.keys.updateAndCheck(principal, id, body, expected);
      void reply.headers({ ...revisionHeader(revision), ...tagHeader(hashOfKey(result)) });
      return jsonBody(reply, { key: KeyWithTranslationsDto.from(result) });
    }
    const { result, revision } = await this.keys.update(principal, id, body, expected);
    void reply.headers({ ...revisionHeader(revision), ...tagHeader(hashOfKey(result)) });
    return jsonBody(reply, { key: UpdatedKeyDto.from(result) });
  }

  @Post('keys/:id/checks')
  @RequireScope('translations:write', 'translations:review')
  @ResourceParam(KeysService)
  @Operation(keyOperations.ignoreFinding)
  async ignoreFinding(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: IgnoreFindingDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<KeyResponseDto | Readable> {
    const key = await this.keys.ignoreFinding(principal, id, body);
    void reply.headers(tagHeader(hashOfKey(key)));
    return jsonBody(reply, { key: KeyWithTranslationsDto.from(key) });
  }

  @Delete('keys/:id')
  @RequireScope('keys:delete')
  @ResourceParam(KeysService)
  @Operation(keyOperations.delete)
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @IfMatch() expected: ExpectedState | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeletedDto> {
    const { revision } = await this.keys.delete(principal, id, expected);
    setRevision(reply, revision);
    return { deleted: true };
  }
}
