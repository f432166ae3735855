import { Controller, Delete, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { setRevision } from '../http/responses/revision-header';
import { ProjectPageQuery } from './dto/project-page.query';
import { TemplateListDto } from './dto/template-list.dto';
import { ProjectsService } from './projects.service';
import { TemplateList } from './template-list';
import { templateOperations } from './template-operations';

@ApiTags('Import and export')
@Controller('projects/:id/templates')
export class TemplatesController {
  constructor(private readonly templates: TemplateList) {}

  @Get()
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(templateOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ProjectPageQuery,
  ): Promise<TemplateListDto> {
    return TemplateListDto.from(await this.templates.page(principal, id, query));
  }

  @Delete(':templateId')
  @RequireScope('translations:write')
  @ResourceParam(TemplateList)
  @Operation(templateOperations.delete)
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Param('templateId', ParseIdPipe) templateId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeletedDto> {
    const { revision } = await this.templates.delete(principal, id, templateId);
    setRevision(reply, revision);
    return { deleted: true };
  }
}
