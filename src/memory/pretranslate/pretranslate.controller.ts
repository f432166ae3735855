import type { Readable } from 'node:stream';
import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../../common/access/principal';
import { ClientSignal } from '../../http/connections/client-signal';
import { Operation } from '../../http/operation.decorator';
import { ParseIdPipe } from '../../http/params/parse-id.pipe';
import { answerWithProgress } from '../../http/responses/progress-lines';
import { revisionHeader } from '../../http/responses/revision-header';
import { Idempotency, type SentBody } from '../../idempotency/idempotency';
import type { Written } from '../../project-write/project-writer';
import { IfRevisionQuery } from '../../projects/dto/if-revision.query';
import { ProjectsService } from '../../projects/projects.service';
import type { PretranslationProgress, PretranslationResult } from './pretranslate';
import { pretranslateOperation, pretranslationProgressOperation } from './pretranslate-operation';
import {
  PretranslateDto,
  type PretranslateResponseDto,
  type PretranslationProgressResponseDto,
  toPretranslation,
} from './pretranslate.dto';
import { PretranslateService } from './pretranslate.service';

@ApiTags('Translation memory')
@Controller('projects/:id/pretranslate')
export class PretranslateController {
  constructor(
    private readonly service: PretranslateService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(pretranslationProgressOperation)
  async progress(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
  ): Promise<PretranslationProgressResponseDto> {
    return { pretranslation: (await this.service.progressOf(principal, id)) ?? null };
  }

  @Post()
  @RequireScope('translations:write')
  @ResourceParam(ProjectsService)
  @Operation(pretranslateOperation)
  async pretranslate(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: PretranslateDto,
    @Query() { ifRevision }: IfRevisionQuery,
    @ClientSignal() clientSignal: () => AbortSignal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<PretranslateResponseDto> | Readable> {
    return answerWithProgress(reply, (report: (progress: PretranslationProgress) => void) =>
      this.idempotency.answer(
        reply,
        (once) => this.service.run(principal, id, toPretranslation(body), { ifRevision, once }, report, clientSignal()),
        ({ result, revision }: Written<PretranslationResult>) => ({
          headers: revisionHeader(revision),
          body: { pretranslation: result },
        }),
      ),
    );
  }
}
