import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { Operation } from '../http/operation.decorator';
import { CharacterBudget } from './character-budget';
import { MachineTranslationResponseDto } from './dto/machine-translation.dto';
import { MachineTranslator } from './machine-translator';

@ApiTags('Translation memory')
@Controller('machine-translation')
export class MachineTranslationController {
  constructor(
    private readonly translator: MachineTranslator,
    private readonly budget: CharacterBudget,
  ) {}

  @Get()
  @RequireScope('translations:read')
  @Operation({
    id: 'getMachineTranslation',
    answer: 'object',
    summary: 'Get the machine translation',
    description: 'Returns the provider of the operator, and the characters of the organization.',
    response: MachineTranslationResponseDto,
  })
  async get(@CurrentPrincipal() { organizationId }: Principal): Promise<MachineTranslationResponseDto> {
    const { characters, limit } = await this.budget.usageOf(organizationId);
    return { machineTranslation: { provider: this.translator.name, characters, charactersPerMonth: limit } };
  }
}
