import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireScope, ResourceParam } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { ParseIdPipe } from '../http/params/parse-id.pipe';
import { ParseNamePipe } from '../http/params/parse-name.pipe';
import type { DeletedDto } from '../http/responses/deleted.dto';
import { ProjectsService } from '../projects/projects.service';
import { ChannelsService } from './channels.service';
import { ChannelDto, type ChannelListDto, type ChannelResponseDto, PutChannelDto } from './dto/channel.dto';
import { releaseOperations } from './release-operations';

@ApiTags('Releases')
@Controller('projects/:id/channels')
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Get()
  @RequireScope('projects:read')
  @ResourceParam(ProjectsService)
  @Operation(releaseOperations.listChannels)
  async list(@CurrentPrincipal() principal: Principal, @Param('id', ParseIdPipe) id: string): Promise<ChannelListDto> {
    return { channels: (await this.channels.list(principal, id)).map((channel) => ChannelDto.from(channel)) };
  }

  @Put(':name')
  @RequireScope('releases:manage')
  @ResourceParam(ProjectsService)
  @Operation(releaseOperations.putChannel)
  async put(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Param('name', ParseNamePipe) name: string,
    @Body() body: PutChannelDto,
  ): Promise<ChannelResponseDto> {
    return { channel: ChannelDto.from(await this.channels.put(principal, id, name, body)) };
  }

  @Delete(':name')
  @RequireScope('releases:manage')
  @ResourceParam(ProjectsService)
  @Operation(releaseOperations.deleteChannel)
  async delete(
    @CurrentPrincipal() principal: Principal,
    @Param('id', ParseIdPipe) id: string,
    @Param('name', ParseNamePipe) name: string,
  ): Promise<DeletedDto> {
    await this.channels.delete(principal, id, name);
    return { deleted: true };
  }
}
