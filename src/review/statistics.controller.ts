import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { jsonRepresentation } from '../http/responses/json-representation';
import { sendRepresentation } from '../http/responses/representation';
import { ProjectsService } from '../projects/projects.service';
import { StatisticsDto, type StatisticsResponseDto } from './dto/statistics.dto';
import { StatisticsQuery } from './dto/statistics.query';
import { statisticsOperations } from './statistics-operations';
import { StatisticsService } from './statistics.service';

@ApiTags('Projects')
@Controller('projects/:id/statistics')
export class StatisticsController {
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
  ): Promise<void> {
    const statistics = await this.statistics.get(principal, id, query);
    const body: StatisticsResponseDto = { statistics: StatisticsDto.from({ ...statistics, by: query.by }) };
    await sendRepresentation(reply, jsonRepresentation(body));
  }
}
