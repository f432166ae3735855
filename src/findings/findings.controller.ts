import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { ProjectsService } from '../projects/projects.service';
import { FindingListDto } from './dto/finding.dto';
import { ListFindingsQuery } from './dto/list-findings.query';
import { FindingList } from './finding-list';
import { findingOperations } from './finding-operations';

@ApiTags('Checks')
@Controller('projects/:id/checks')
export class FindingsController {
  constructor(private readonly findings: FindingList) {}

  @Get()
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(findingOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ListFindingsQuery,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<FindingListDto> {
    return FindingListDto.from(await this.findings.page(principal, id, query, client));
  }
}
