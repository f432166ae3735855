import { Readable } from 'node:stream';
import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { attachment } from '../http/responses/representation';
import { disconnectSlowClient } from '../http/responses/slow-client';
import { KeysService } from '../keys/keys.service';
import { MemoryExportQuery } from './dto/memory-export.query';
import { MemorySearchDto } from './dto/memory-search.dto';
import { KeySuggestionListDto, MemoryResultListDto } from './dto/suggestions.dto';
import { SuggestionsQuery } from './dto/suggestions.query';
import { MemoryExport } from './memory-export';
import { KeySuggestions } from './key-suggestions';
import { memoryOperations } from './memory-operations';
import { MemoryService } from './memory.service';

const TMX = 'application/x-tmx+xml; charset=utf-8';

@ApiTags('Translation memory')
@Controller()
export class MemoryController {
  constructor(
    private readonly memory: MemoryService,
    private readonly exports: MemoryExport,
    private readonly suggestions: KeySuggestions,
  ) {}

  @Get('keys/:id/suggestions')
  @RequireScope('translations:read')
  @ResourceParam(KeysService)
  @Operation(memoryOperations.ofKey)
  ofKey(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: SuggestionsQuery,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<KeySuggestionListDto> {
    return this.suggestions.ofKey(principal, id, query, client);
  }

  @Post('memory/search')
  @RequireScope('translations:read')
  @Operation(memoryOperations.search)
  async search(
    @CurrentPrincipal() principal: Principal,
    @Body() body: MemorySearchDto,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<MemoryResultListDto> {
    return { results: await this.memory.ofTexts(principal, body, client) };
  }

  @Get('memory/export')
  @RequireScope('translations:read')
  @Operation(memoryOperations.export)
  export(
    @CurrentPrincipal() principal: Principal,
    @Query() { from, to }: MemoryExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
    @ClientSignal() client: () => AbortSignal,
  ): Readable {
    void reply.type(TMX).header('content-disposition', attachment(`memory-${from}-${to}.tmx`));
    disconnectSlowClient(reply.raw);
    return Readable.from(this.exports.tmx(principal, { from, to }, client), { objectMode: false });
  }
}
