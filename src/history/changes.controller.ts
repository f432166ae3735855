import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { ParseNamePipe } from '../http/params/parse-name.pipe';
import { ProjectPageQuery } from '../projects/dto/project-page.query';
import { ProjectsService } from '../projects/projects.service';
import { ChangeItems } from './change-items';
import { ChangeList } from './change-list';
import { ChangeDetailsDto, ChangeListDto } from './dto/change.dto';
import { ListChangesQuery } from './dto/list-changes.query';
import { historyOperations } from './history-operations';

@ApiTags('History')
@Controller('projects/:id/changes')
export class ChangesController {
  constructor(
    private readonly changes: ChangeList,
    private readonly items: ChangeItems,
  ) {}

  @Get()
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(historyOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ListChangesQuery,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<ChangeListDto> {
    return ChangeListDto.from(await this.changes.page(principal, id, query, client));
  }

  @Get(':revision')
  @RequireScope('translations:read')
  @ResourceParam(ChangeItems)
  @Operation(historyOperations.get)
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Param('revision', ParseNamePipe) revision: string,
    @Query() query: ProjectPageQuery,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<ChangeDetailsDto> {
    return ChangeDetailsDto.from(await this.items.page(principal, id, revision, query, client));
  }
}
