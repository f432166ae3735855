import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { Idempotency, type SentBody } from '../idempotency/idempotency';
import { ListTermsQuery } from './dto/list-terms.query';
import { TermDto, TermListDto, type TermResponseDto } from './dto/term.dto';
import { ChangeTermDto, CreateTermDto } from './dto/write-term.dto';
import { glossaryOperations } from './glossary-operations';
import { GlossaryService } from './glossary.service';
import type { Term } from './term';

@ApiTags('Glossary')
@Controller('glossary')
export class GlossaryController {
  constructor(
    private readonly glossary: GlossaryService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @RequireScope('translations:read')
  @Operation(glossaryOperations.list)
  async list(@CurrentPrincipal() principal: Principal, @Query() query: ListTermsQuery): Promise<TermListDto> {
    return TermListDto.from(await this.glossary.page(principal, query));
  }

  @Post()
  @RequireScope('keys:write')
  @Operation(glossaryOperations.create)
  create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateTermDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<TermResponseDto>> {
    return this.idempotency.answer(
      reply,
      (once) => this.glossary.create(principal, body, once),
      (term: Term) => ({ headers: {}, body: { term: TermDto.from(term) } }),
    );
  }

  @Get(':id')
  @RequireScope('translations:read')
  @ResourceParam(GlossaryService)
  @Operation(glossaryOperations.get)
  async get(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<TermResponseDto> {
    return { term: TermDto.from(await this.glossary.get(principal, id)) };
  }

  @Patch(':id')
  @RequireScope('keys:write')
  @ResourceParam(GlossaryService)
  @Operation(glossaryOperations.change)
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: ChangeTermDto,
  ): Promise<TermResponseDto> {
    return { term: TermDto.from(await this.glossary.change(principal, id, body)) };
  }

  @Delete(':id')
  @RequireScope('keys:write')
  @ResourceParam(GlossaryService)
  @Operation(glossaryOperations.delete)
  async delete(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<DeletedDto> {
    await this.glossary.delete(principal, id);
    return { deleted: true };
  }
}
