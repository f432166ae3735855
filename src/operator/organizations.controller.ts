import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { NewApiKeyAnswerDto, NewApiKeyDto } from '../api-keys/dto/api-key.dto';
import { CreateApiKeyDto } from '../api-keys/dto/create-api-key.dto';
import { Addresses, RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { DeletedDto } from '../projects/dto/project.dto';
import {
  NewOrganizationAnswerDto,
  OrganizationAnswerDto,
  OrganizationDto,
  OrganizationListDto,
} from './dto/organization.dto';
import { CreateOrganizationDto, UpdateOrganizationDto } from './dto/write-organization.dto';
import { OrganizationsService } from './organizations.service';

@ApiTags('Organizations (operator)')
@Controller('organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Get()
  @RequireScope('organizations:manage')
  @ApiOperation({ summary: 'List organizations', description: 'All of the installation, oldest first.' })
  @ApiOkResponse({ type: OrganizationListDto })
  async list(): Promise<OrganizationListDto> {
    const organizations = await this.organizations.list();
    return { organizations: organizations.map((organization) => OrganizationDto.from(organization)) };
  }

  @Post()
  @RequireScope('organizations:manage')
  @ApiOperation({
    summary: 'Create an organization',
    description: 'With a first API key of every scope that a tenant can have; its secret is shown nowhere else.',
  })
  @ApiCreatedResponse({ type: NewOrganizationAnswerDto })
  async create(@Body() body: CreateOrganizationDto): Promise<NewOrganizationAnswerDto> {
    const { organization, ...first } = await this.organizations.create(body);
    return { organization: OrganizationDto.from(organization), apiKey: NewApiKeyDto.fromNew(first) };
  }

  @Get(':id')
  @RequireScope('organizations:manage')
  @Addresses(OrganizationsService)
  @ApiOperation({ summary: 'Read an organization' })
  @ApiOkResponse({ type: OrganizationAnswerDto })
  async get(@Param('id') id: string): Promise<OrganizationAnswerDto> {
    return { organization: OrganizationDto.from(await this.organizations.get(id)) };
  }

  @Patch(':id')
  @RequireScope('organizations:manage')
  @Addresses(OrganizationsService)
  @ApiOperation({
    summary: 'Change an organization',
    description:
      'What is absent stays. A plan is effective at once (on other replicas within 5 s). Leaving enterprise drops its ' +
      "rate limit, coming to it needs one. The operator's own organization gets `BOOTSTRAP_RATE_LIMIT` again at each start.",
  })
  @ApiOkResponse({ type: OrganizationAnswerDto })
  async update(@Param('id') id: string, @Body() body: UpdateOrganizationDto): Promise<OrganizationAnswerDto> {
    return { organization: OrganizationDto.from(await this.organizations.update(id, body)) };
  }

  @Delete(':id')
  @RequireScope('organizations:manage')
  @Addresses(OrganizationsService)
  @ApiOperation({
    summary: 'Delete an organization',
    description:
      "With its projects, translations and API keys, for good. The operator's own is refused (400 `bootstrap_organization`).",
  })
  @ApiOkResponse({ type: DeletedDto })
  async delete(@Param('id') id: string): Promise<DeletedDto> {
    await this.organizations.delete(id);
    return { deleted: true };
  }

  @Post(':id/api-keys')
  @RequireScope('organizations:manage')
  @Addresses(OrganizationsService)
  @ApiOperation({
    summary: "Create an organization's API key",
    description:
      'For a tenant, with any scope of a tenant. In the operator’s own organization only with what the caller has itself, ' +
      'and only there with `organizations:manage`.',
  })
  @ApiCreatedResponse({ type: NewApiKeyAnswerDto })
  async createApiKey(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Body() body: CreateApiKeyDto,
  ): Promise<NewApiKeyAnswerDto> {
    return { apiKey: NewApiKeyDto.fromNew(await this.organizations.createApiKey(principal, id, body)) };
  }
}
