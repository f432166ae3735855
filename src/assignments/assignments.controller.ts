import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireScope, ResourceParam } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { ProjectsService } from '../projects/projects.service';
import { assignmentOperations } from './assignment-operations';
import { AssignmentsService } from './assignments.service';
import { AssignDto } from './dto/assign.dto';
import { AssignmentDto, AssignmentListDto, type AssignmentsResponseDto } from './dto/assignment.dto';
import { ListAssignmentsQuery, RemoveAssignmentQuery } from './dto/assignments.query';

@ApiTags('Assignments')
@Controller()
export class AssignmentsController {
  constructor(private readonly assignments: AssignmentsService) {}

  @Get('projects/:id/assignments')
  @RequireScope('translations:read')
  @ResourceParam(ProjectsService)
  @Operation(assignmentOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ListAssignmentsQuery,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<AssignmentListDto> {
    return AssignmentListDto.from(await this.assignments.page(principal, id, query, client));
  }

  @Post('projects/:id/assignments')
  @RequireScope('members:manage')
  @ResourceParam(ProjectsService)
  @Operation(assignmentOperations.assign)
  async assign(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Body() body: AssignDto,
  ): Promise<AssignmentsResponseDto> {
    const assignments = await this.assignments.assign(principal, id, body);
    return { assignments: assignments.map((assignment) => AssignmentDto.from(assignment)) };
  }

  @Delete('assignments/:id')
  @RequireScope('members:manage')
  @ResourceParam(AssignmentsService)
  @Operation(assignmentOperations.remove)
  async remove(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() { keyId }: RemoveAssignmentQuery,
  ): Promise<DeletedDto> {
    await this.assignments.remove(principal, id, keyId);
    return { deleted: true };
  }
}
