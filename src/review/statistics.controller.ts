import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { jsonRepresentation } from '../http/responses/json-representation';
import { type Representation, sendRepresentation } from '../http/responses/representation';
import { ProjectsService } from '../projects/projects.service';
import { StatisticsDto, type StatisticsResponseDto } from './dto/statistics.dto';
import { StatisticsQuery } from './dto/statistics.query';
import { statisticsOperations } from './statistics-operations';
import type { ProjectStatistics } from './statistics';
import { StatisticsService } from './statistics.service';

@ApiTags('Projects')
@Controller('projects/:id/statistics')
export class StatisticsController {
  /** The responses with cached statistics, as long as those are cached. */
  private readonly representations = new WeakMap<ProjectStatistics, Map<StatisticsQuery['by'], Representation>>();

  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @RequireScope('projects:read')
  @ResourceParam(ProjectsService)
  @Operation(statisticsOperations.get)
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: StatisticsQuery,
    @Res() reply: FastifyReply,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<void> {
    const statistics = await this.statistics.get(principal, id, query, client);
    await sendRepresentation(reply, this.representationOf(statistics, query));
  }

  private representationOf(statistics: ProjectStatistics, { by }: StatisticsQuery): Representation {
    const representations = this.representations.get(statistics) ?? new Map<StatisticsQuery['by'], Representation>();
    this.representations.set(statistics, representations);
    const body = (): StatisticsResponseDto => ({ statistics: StatisticsDto.from({ ...statistics, by }) });
    const representation = representations.get(by) ?? jsonRepresentation(body());
    representations.set(by, representation);
    return representation;
  }
}
