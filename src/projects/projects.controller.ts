import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { linkToNextPage } from '../http/queries/link-header';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { type ExpectedState, IfMatch } from '../http/params/if-match';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { CreateProjectDto } from './dto/create-project.dto';
import { ListProjectsQuery } from './dto/list-projects.query';
import { ListedProjectDto, type ProjectListDto } from './dto/project-list.dto';
import { type ProjectResponseDto, ProjectDto } from './dto/project.dto';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { tagHeader } from '../http/responses/entity-tag';
import { revisionHeader } from '../http/responses/revision-header';
import { Idempotency, type SentBody } from '../idempotency/idempotency';
import type { Project } from '../project-write/entities/project.entity';
import { projectOperations } from './project-operations';
import { hashOfProject } from './project-state';
import { ProjectsService } from './projects.service';

@ApiTags('Projects')
@Controller('projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @RequireScope('projects:read')
  @Operation(projectOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListProjectsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<ProjectListDto> {
    const { projects, nextCursor } = await this.projects.list(principal, query, client);
    linkToNextPage(reply, nextCursor);
    return { projects: projects.map((project) => ListedProjectDto.from(project)) };
  }

  @Post()
  @RequireScope('projects:write')
  @Operation(projectOperations.create)
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateProjectDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SentBody<ProjectResponseDto>> {
    return this.idempotency.answer(
      reply,
      (once) => this.projects.create(principal, body, once),
      (project: Project) => ({
        headers: { ...revisionHeader(project.revision), ...tagHeader(hashOfProject(project)) },
        body: { project: ProjectDto.from(project) },
      }),
    );
  }

  @Delete(':id')
  @RequireScope('projects:write')
  @ResourceParam(ProjectsService)
  @Operation(projectOperations.delete)
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @IfMatch() expected: ExpectedState | undefined,
  ): Promise<DeletedDto> {
    await this.projects.delete(principal, id, expected);
    return { deleted: true };
  }
}
