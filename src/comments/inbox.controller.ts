import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PersonOnly } from '../common/access/access.decorators';
import { CurrentPerson, CurrentPrincipal, type Member, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { commentOperations } from './comment-operations';
import { InboxDto, ListInboxQuery, ReadInboxDto, type UnreadResponseDto } from './dto/inbox.dto';
import { InboxService } from './inbox.service';

@ApiTags('Own account')
@Controller('inbox')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @PersonOnly()
  @Operation(commentOperations.inbox)
  async list(
    @CurrentPrincipal() principal: Principal,
    @CurrentPerson() person: Member,
    @Query() query: ListInboxQuery,
  ): Promise<InboxDto> {
    return InboxDto.from(await this.inbox.page(principal, person, query));
  }

  @Put('read')
  @PersonOnly()
  @Operation(commentOperations.readInbox)
  async read(
    @CurrentPrincipal() principal: Principal,
    @CurrentPerson() person: Member,
    @Body() body: ReadInboxDto,
  ): Promise<UnreadResponseDto> {
    return { unread: await this.inbox.read(principal, person, body) };
  }
}
