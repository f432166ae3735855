import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { ParseNamePipe } from '../http/params/parse-name.pipe';
import { revisionHeader } from '../http/responses/revision-header';
import { Idempotency, type SentBody } from '../idempotency/idempotency';
import type { Answer } from '../idempotency/once';
import type { Written } from '../project-write/project-writer';
import { ProjectsService } from '../projects/projects.service';
import type { ReversalResult } from './change';
import { RestoreDto, ReversalResultDto, UndoDto } from './dto/reversal.dto';
import { historyOperations } from './history-operations';
import { ChangeItems } from './change-items';
import { ReversalsService } from './reversals.service';

@ApiTags('History')
@Controller('projects/:id')
export class ReversalsController {
  constructor(
    private readonly reversals: ReversalsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('changes/:revision/undo')
  @RequireScope('translations:write')
  @ResourceParam(ChangeItems)
  @Operation(historyOperations.undo)
  async undo(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Param('revision', ParseNamePipe) revision: string,
    @Body() body: UndoDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<ReversalResultDto>> {
    return this.idempotency.answer(reply, (once) => this.reversals.undo(principal, id, revision, body, once), respond);
  }

  @Post('restore')
  @RequireScope('translations:write')
  @ResourceParam(ProjectsService)
  @Operation(historyOperations.restore)
  async restore(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: RestoreDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<ReversalResultDto>> {
    return this.idempotency.answer(reply, (once) => this.reversals.restore(principal, id, body, once), respond);
  }
}

const respond = ({ result, revision }: Written<ReversalResult>): Answer<ReversalResultDto> => ({
  headers: revisionHeader(revision),
  body: ReversalResultDto.from(result),
});
