import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { ProjectsService } from '../projects/projects.service';
import { ProjectPageQuery } from '../projects/dto/project-page.query';
import { NamespaceListDto } from './dto/namespace-list.dto';
import { keyOperations } from './key-operations';
import { NamespaceList } from './namespace-list';

@ApiTags('Keys')
@Controller('projects/:id/namespaces')
export class NamespacesController {
  constructor(private readonly namespaces: NamespaceList) {}

  @Get()
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(keyOperations.namespaces)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ProjectPageQuery,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<NamespaceListDto> {
    return NamespaceListDto.from(await this.namespaces.page(principal, id, query, client));
  }
}
