import type { Readable } from 'node:stream';
import { Body, Controller, Param, Post, Query, Res } from '@nestjs/common';
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
import { ProjectsService } from '../../projects/projects.service';
import type { BulkProgress } from '../bulk/bulk';
import { ReplaceDto, ReplaceQuery, toReplacement, toShownTexts } from '../dto/replace.dto';
import { ReplaceResponseDto } from '../dto/replace-result.dto';
import { replaceOperation } from './replace-operation';
import { ReplaceService } from './replace.service';
import type { ReplaceResult } from './replacement';

@ApiTags('Keys')
@Controller('projects/:id/replace')
export class ReplaceController {
  constructor(
    private readonly replacing: ReplaceService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @RequireScope('translations:write')
  @ResourceParam(ProjectsService)
  @Operation(replaceOperation)
  async replace(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: ReplaceDto,
    @Query() query: ReplaceQuery,
    @ClientSignal() clientSignal: () => AbortSignal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<ReplaceResponseDto> | Readable> {
    const replacement = toReplacement(body);
    const shown = toShownTexts(query, replacement);
    const { ifRevision } = query;
    return answerWithProgress(reply, (report: (progress: BulkProgress) => void) =>
      this.idempotency.answer(
        reply,
        (once) => this.replacing.run(principal, id, replacement, shown, { ifRevision, once }, report, clientSignal()),
        (written: Written<ReplaceResult>) => ({
          headers: revisionHeader(written.revision),
          body: ReplaceResponseDto.from(written),
        }),
      ),
    );
  }
}
