import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequireScope, ResourceParam } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { validateDto } from '../common/validation/validate-dto';
import { BodyLimit } from '../http/bodies/body-limit';
import { type Upload, UploadBody } from '../http/bodies/upload';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { sendRepresentation } from '../http/responses/representation';
import { Idempotency, type SentBody } from '../idempotency/idempotency';
import { ProjectsService } from '../projects/projects.service';
import { ListScreenshotsQuery } from './dto/list-screenshots.query';
import { ScreenshotDto, ScreenshotListDto, type ScreenshotResponseDto } from './dto/screenshot.dto';
import { ChangeScreenshotDto, ScreenshotFields } from './dto/write-screenshot.dto';
import { parseRegions, validRegions } from './regions';
import type { Screenshot } from './screenshot';
import { MAX_FILE_BYTES } from './screenshot-errors';
import { screenshotOperations } from './screenshot-operations';
import { ScreenshotsService } from './screenshots.service';

/** A picture that is opened by itself runs nothing and has no origin. */
const PICTURE_POLICY = `default-src 'none'; frame-ancestors 'none'; sandbox`;

@ApiTags('Screenshots')
@Controller()
export class ScreenshotsController {
  constructor(
    private readonly screenshots: ScreenshotsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('projects/:id/screenshots')
  @RequireScope('keys:write')
  @ResourceParam(ProjectsService)
  @BodyLimit('none')
  @Operation(screenshotOperations.create)
  create(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @UploadBody() upload: Upload,
    @ClientSignal() clientSignal: () => AbortSignal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<ScreenshotResponseDto>> {
    const read = async () => {
      const { file, fields } = await upload.readForm(MAX_FILE_BYTES);
      const { keys } = validateDto(ScreenshotFields, fields, 'query');
      return { file, regions: keys === undefined ? [] : parseRegions(keys) };
    };
    return this.idempotency.answer(
      reply,
      (once) => this.screenshots.create(principal, id, read, clientSignal(), once),
      (screenshot: Screenshot) => ({ headers: {}, body: { screenshot: ScreenshotDto.from(screenshot) } }),
    );
  }

  @Get('projects/:id/screenshots')
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(screenshotOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ListScreenshotsQuery,
  ): Promise<ScreenshotListDto> {
    return ScreenshotListDto.from(await this.screenshots.page(principal, id, query));
  }

  @Get('screenshots/:id')
  @RequireScope('translations:read')
  @ResourceParam(ScreenshotsService)
  @Operation(screenshotOperations.get)
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
  ): Promise<ScreenshotResponseDto> {
    return { screenshot: ScreenshotDto.from(await this.screenshots.get(principal, id)) };
  }

  @Get('screenshots/:id/image')
  @RequireScope('translations:read')
  @ResourceParam(ScreenshotsService)
  @Operation(screenshotOperations.picture)
  async picture(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const screenshot = await this.screenshots.get(principal, id);
    const { format, sha256, bytes } = screenshot;
    void reply.headers({
      'Content-Security-Policy': PICTURE_POLICY,
      'Content-Disposition': 'inline',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    await sendRepresentation(reply, {
      mediaType: `image/${format}`,
      hash: sha256,
      isImmutable: true,
      codings: [],
      body: () => Promise.resolve({ open: () => Readable.from(this.screenshots.content(screenshot)), size: bytes }),
    });
  }

  @Patch('screenshots/:id')
  @RequireScope('keys:write')
  @ResourceParam(ScreenshotsService)
  @Operation(screenshotOperations.change)
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() { keys }: ChangeScreenshotDto,
  ): Promise<ScreenshotResponseDto> {
    return { screenshot: ScreenshotDto.from(await this.screenshots.change(principal, id, validRegions(keys, 'body'))) };
  }

  @Delete('screenshots/:id')
  @RequireScope('keys:write')
  @ResourceParam(ScreenshotsService)
  @Operation(screenshotOperations.delete)
  async delete(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<DeletedDto> {
    await this.screenshots.delete(principal, id);
    return { deleted: true };
  }
}
