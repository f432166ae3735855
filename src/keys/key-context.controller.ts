import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { KeyContextResponseDto } from './dto/key-context.dto';
import { KeyContextQuery } from './dto/key-context.query';
import { KeyContext } from './key-context';
import { keyOperations } from './key-operations';
import { KeysService } from './keys.service';

@ApiTags('Keys')
@Controller('keys/:id/context')
export class KeyContextController {
  constructor(private readonly contexts: KeyContext) {}

  @Get()
  @RequireScope('translations:read')
  @ResourceParam(KeysService)
  @Operation(keyOperations.context)
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Query() query: KeyContextQuery,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<KeyContextResponseDto> {
    return { context: await this.contexts.of(principal, id, query, client) };
  }
}
