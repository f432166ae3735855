import { Body, Controller, Get, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { type ExpectedState, IfMatch } from '../http/params/if-match';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { tagHeader } from '../http/responses/entity-tag';
import { jsonRepresentation } from '../http/responses/json-representation';
import { sendRepresentation } from '../http/responses/representation';
import { setRevision } from '../http/responses/revision-header';
import { MinRevisionQuery } from './dto/min-revision.query';
import { ProjectsService } from './projects.service';
import {
  type ChangedProjectDto,
  ChangeProjectDto,
  ProjectDetailsDto,
  type ProjectDetailsResponseDto,
} from './dto/project-details.dto';
import { projectDetailsOperations } from './project-details-operations';
import { hashOfProject } from './project-state';
import { ProjectDetailsService } from './project-details.service';

@ApiTags('Projects')
@Controller('projects/:id')
export class ProjectDetailsController {
  constructor(private readonly details: ProjectDetailsService) {}

  @Get()
  @RequireScope('projects:read')
  @ResourceParam(ProjectsService)
  @Operation(projectDetailsOperations.get)
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() { minRevision }: MinRevisionQuery,
    @Res() reply: FastifyReply,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<void> {
    const details = await this.details.get(principal, id, { minRevision, client });
    const body: ProjectDetailsResponseDto = { project: ProjectDetailsDto.from(details) };
    await sendRepresentation(reply, jsonRepresentation(body, hashOfProject(details)));
  }

  @Patch()
  @RequireScope('projects:write')
  @ResourceParam(ProjectsService)
  @Operation(projectDetailsOperations.change)
  async change(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: ChangeProjectDto,
    @IfMatch() expected: ExpectedState | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedProjectDto> {
    const { result: removedTranslations, revision } = await this.details.change(principal, id, body, expected);
    setRevision(reply, revision);
    // Without a client: a read that ends by a time-out would be a refusal of a change that was made.
    const details = await this.details.get(principal, id, { minRevision: Number(revision) });
    void reply.headers(tagHeader(hashOfProject(details)));
    return { project: ProjectDetailsDto.from(details), removedTranslations };
  }
}
