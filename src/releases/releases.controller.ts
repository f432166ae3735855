import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RequireScope, ResourceParam } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { Idempotency, type SentBody } from '../idempotency/idempotency';
import { ProjectsService } from '../projects/projects.service';
import { CreateReleaseDto } from './dto/create-release.dto';
import { ListReleasesQuery } from './dto/list-releases.query';
import { ReleaseListDto, type ReleaseResponseDto, ReleaseWithFilesDto } from './dto/release.dto';
import type { ReleaseWithFiles } from './release';
import { releaseOperations } from './release-operations';
import { ReleasePublisher } from './release-publisher';
import { ReleasesService } from './releases.service';

@ApiTags('Releases')
@Controller()
export class ReleasesController {
  constructor(
    private readonly releases: ReleasesService,
    private readonly publisher: ReleasePublisher,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('projects/:id/releases')
  @RequireScope('releases:manage')
  @ResourceParam(ProjectsService)
  @Operation(releaseOperations.publish)
  async publish(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: CreateReleaseDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<ReleaseResponseDto>> {
    const { channel, revision } = body;
    const publication = { channel, revision, options: CreateReleaseDto.optionsOf(body) };
    return this.idempotency.answer(
      reply,
      (once) => this.publisher.publish(principal, id, publication, once),
      (release: ReleaseWithFiles) => ({ headers: {}, body: { release: ReleaseWithFilesDto.fromFull(release) } }),
    );
  }

  @Get('projects/:id/releases')
  @RequireScope('projects:read')
  @ResourceParam(ProjectsService)
  @Operation(releaseOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ListReleasesQuery,
  ): Promise<ReleaseListDto> {
    return ReleaseListDto.from(await this.releases.page(principal, id, query));
  }

  @Get('releases/:id')
  @RequireScope('projects:read')
  @ResourceParam(ReleasesService)
  @Operation(releaseOperations.get)
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
  ): Promise<ReleaseResponseDto> {
    return { release: ReleaseWithFilesDto.fromFull(await this.releases.get(principal, id)) };
  }
}
