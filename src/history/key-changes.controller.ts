import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { ProjectPageQuery } from '../projects/dto/project-page.query';
import { KeyChangeListDto } from './dto/change.dto';
import { historyOperations } from './history-operations';
import { KeyLife } from './key-life';

@ApiTags('History')
@Controller('keys/:id/changes')
export class KeyChangesController {
  constructor(private readonly keys: KeyLife) {}

  @Get()
  @RequireScope('translations:read')
  @ResourceParam(KeyLife)
  @Operation(historyOperations.ofKey)
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: ProjectPageQuery,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<KeyChangeListDto> {
    return KeyChangeListDto.from(await this.keys.page(principal, id, query, client));
  }
}
