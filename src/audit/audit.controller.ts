import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { auditOperations } from './audit-operations';
import { AuditService } from './audit.service';
import { AuditPageDto } from './dto/audit.dto';
import { ListAuditQuery } from './dto/list-audit.query';

@ApiTags('Members')
@Controller('audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @RequireScope('members:manage')
  @Operation(auditOperations.list)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListAuditQuery,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<AuditPageDto> {
    return AuditPageDto.from(await this.audit.page(principal, query, client));
  }
}
