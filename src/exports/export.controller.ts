import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { sendRepresentation } from '../http/responses/representation';
import { setRevision } from '../http/responses/revision-header';
import { ProjectsService } from '../projects/projects.service';
import { ExportOptionsDto } from './dto/export-options.dto';
import { ExportWarningsDto } from './dto/export-warnings.dto';
import { TranslationsQuery } from './dto/translations.query';
import { exportOperations } from './export-operations';
import { ExportService } from './export.service';
import type { Rendition } from './cache/rendition';
import { TranslationsService } from './translations.service';

@ApiTags('Import and export')
@Controller()
export class ExportController {
  constructor(
    private readonly exports: ExportService,
    private readonly translations: TranslationsService,
  ) {}

  @Get('projects/:id/export')
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(exportOperations.export)
  async export(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() options: ExportOptionsDto,
    @Res() reply: FastifyReply,
    @ClientSignal() clientSignal: () => AbortSignal,
  ): Promise<void> {
    const send = async (rendition: Rendition): Promise<void> => {
      if (options.details) {
        await reply.send(ExportWarningsDto.from(rendition.warnings));
        return;
      }
      setRevision(reply, rendition.revision);
      if (rendition.warnings.count > 0) void reply.header('x-export-warnings', rendition.warnings.count);
      if (rendition.layout) void reply.header('x-export-layout', rendition.layout);
      await sendRepresentation(reply, rendition);
    };
    await this.exports.export(principal, id, options, send, clientSignal);
  }

  @Get('projects/:id/translations')
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(exportOperations.all)
  async all(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: TranslationsQuery,
    @Res() reply: FastifyReply,
    @ClientSignal() clientSignal: () => AbortSignal,
  ): Promise<void> {
    const send = (rendition: Rendition): Promise<void> => sendRepresentation(reply, rendition);
    await this.translations.all(principal, id, query, send, clientSignal);
  }
}
