import { Controller, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { BodyLimit } from '../http/bodies/body-limit';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { ReadsQuery } from '../http/queries/strict-query.guard';
import { revisionHeader } from '../http/responses/revision-header';
import { Idempotency, type SentBody } from '../idempotency/idempotency';
import type { Written } from '../project-write/project-writer';
import { ProjectsService } from '../projects/projects.service';
import { ImportResultDto } from './dto/import-result.dto';
import { importOperation } from './import-operation';
import type { ImportResult } from './import-result';
import { ImportService } from './import.service';
import { type Upload, UploadBody } from '../http/bodies/upload';

@ApiTags('Import and export')
@Controller('projects/:id/import')
export class ImportController {
  constructor(
    private readonly imports: ImportService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @RequireScope('translations:write')
  @ResourceParam(ProjectsService)
  @BodyLimit('none')
  @Operation(importOperation)
  @ReadsQuery()
  async import(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @UploadBody() upload: Upload,
    @ClientSignal() clientSignal: () => AbortSignal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<ImportResultDto>> {
    return this.idempotency.answer(
      reply,
      (once) => this.imports.run(principal, id, upload, clientSignal(), { once }),
      ({ result, revision }: Written<ImportResult>) => ({
        headers: revisionHeader(revision),
        body: ImportResultDto.from(result),
      }),
    );
  }
}
