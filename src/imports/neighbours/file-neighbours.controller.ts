import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ResourceParam, RequireScope } from '../../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../../common/access/principal';
import { ClientSignal } from '../../http/connections/client-signal';
import { Operation } from '../../http/operation.decorator';
import { ParseIdPipe } from '../../http/params/parse-id.pipe';
import { KeysService } from '../../keys/keys.service';
import { FileNeighbours } from './file-neighbours';
import { FileNeighboursResponseDto } from './file-neighbours.dto';

@ApiTags('Keys')
@Controller('keys/:id/neighbours')
export class FileNeighboursController {
  constructor(private readonly neighbours: FileNeighbours) {}

  @Get()
  @RequireScope('translations:read')
  @ResourceParam(KeysService)
  @Operation({
    id: 'getKeyNeighbours',
    answer: 'object',
    summary: 'Read the neighbours of a key in its file',
    description:
      'Returns the keys before and after a key in the order of the file that it was imported with, with the first 200 characters of ' +
      'their names and source texts. Files of the source language, or of several languages, come first, then other files that have the ' +
      'key. A key that no imported file has under its present name has no neighbours here; ' +
      '`GET /keys/:id/context` returns its neighbours in the order of the names.',
    response: FileNeighboursResponseDto,
    errors: ['key_not_found', 'imports_busy'],
  })
  async get(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<FileNeighboursResponseDto> {
    return { neighbours: await this.neighbours.of(principal, id, client()) };
  }
}
