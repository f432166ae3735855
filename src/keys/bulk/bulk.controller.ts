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
import { IfRevisionQuery } from '../../projects/dto/if-revision.query';
import { ProjectsService } from '../../projects/projects.service';
import { BulkDto, toBulk } from '../dto/bulk.dto';
import { type BulkResponseDto, BulkResultDto } from '../dto/bulk-result.dto';
import type { BulkProgress, BulkResult } from './bulk';
import { bulkOperation } from './bulk-operation';
import { BulkService } from './bulk.service';

@ApiTags('Keys')
@Controller('projects/:id/bulk')
export class BulkController {
  constructor(
    private readonly bulk: BulkService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @RequireScope('keys:write', 'keys:delete', 'translations:write', 'translations:review')
  @ResourceParam(ProjectsService)
  @Operation(bulkOperation)
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: BulkDto,
    @Query() { ifRevision }: IfRevisionQuery,
    @ClientSignal() clientSignal: () => AbortSignal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<BulkResponseDto> | Readable> {
    const bulk = toBulk(body);
    return answerWithProgress(reply, (report: (progress: BulkProgress) => void) =>
      this.idempotency.answer(
        reply,
        (once) => this.bulk.run(principal, id, bulk, { ifRevision, once }, report, clientSignal()),
        ({ result, revision }: Written<BulkResult>) => ({
          headers: revisionHeader(revision),
          body: { bulk: BulkResultDto.from(result) },
        }),
      ),
    );
  }
}
