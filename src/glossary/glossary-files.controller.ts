import { createHash } from 'node:crypto';
import { Controller, Get, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { BodyLimit } from '../http/bodies/body-limit';
import { type Upload, UploadBody } from '../http/bodies/upload';
import { Operation } from '../http/operation.decorator';
import { ReadsQuery } from '../http/queries/strict-query.guard';
import { attachment, sendRepresentation } from '../http/responses/representation';
import { Idempotency, type SentBody } from '../idempotency/idempotency';
import { ExportTermsQuery, type GlossaryImportDto } from './dto/term-files.dto';
import { GlossaryFiles } from './glossary-files.service';
import { glossaryOperations } from './glossary-operations';
import type { TermFileFormat } from './term';

const MEDIA_TYPES: Readonly<Record<TermFileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  tbx: 'application/x-tbx+xml; charset=utf-8',
};

@ApiTags('Glossary')
@Controller('glossary')
export class GlossaryFilesController {
  constructor(
    private readonly files: GlossaryFiles,
    private readonly idempotency: Idempotency,
  ) {}

  @Get('export')
  @RequireScope('translations:read')
  @Operation(glossaryOperations.export)
  async export(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ExportTermsQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const bytes = Buffer.from(await this.files.export(principal, query));
    await sendRepresentation(reply, {
      mediaType: MEDIA_TYPES[query.format],
      contentDisposition: attachment(`glossary.${query.format}`),
      hash: createHash('sha256').update(bytes).digest('hex'),
      codings: [],
      body: () => Promise.resolve(bytes),
    });
  }

  @Post('import')
  @RequireScope('keys:write')
  @BodyLimit('none')
  @Operation(glossaryOperations.import)
  @ReadsQuery()
  import(
    @CurrentPrincipal() principal: Principal,
    @UploadBody() upload: Upload,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<GlossaryImportDto>> {
    return this.idempotency.answer(
      reply,
      (once) => this.files.import(principal, upload, once),
      (body: GlossaryImportDto) => ({ headers: {}, body }),
    );
  }
}
