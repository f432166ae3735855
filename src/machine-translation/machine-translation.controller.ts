import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequireScope } from '../common/access/access.decorators';
import { CurrentPrincipal, type Principal } from '../common/access/principal';
import { NoFields } from '../http/bodies/no-fields.decorator';
import { ClientSignal } from '../http/connections/client-signal';
import { Operation } from '../http/operation.decorator';
import { CharacterBudget } from './character-budget';
import { type MachineTestResponseDto } from './dto/machine-test.dto';
import { type MachineTranslationResponseDto } from './dto/machine-translation.dto';
import { machineTranslationOperations } from './machine-translation-operations';
import { MachineTranslators } from './machine-translator';
import { ProviderAccounts } from './provider-accounts';

const TEST = { languages: { source: 'en', target: 'de' }, text: 'Delete {count} files', patienceMs: 5_000 };

@ApiTags('Translation memory')
@Controller('machine-translation')
export class MachineTranslationController {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly translators: MachineTranslators,
    private readonly budget: CharacterBudget,
  ) {}

  @Get()
  @RequireScope('translations:read')
  @Operation(machineTranslationOperations.get)
  async get(@CurrentPrincipal() { organizationId }: Principal): Promise<MachineTranslationResponseDto> {
    const account = await this.accounts.of(organizationId);
    if (!account)
      return { machineTranslation: { provider: null, account: null, characters: 0, charactersPerMonth: 0 } };
    const { name, owner, charactersPerMonth } = account;
    const characters = await this.budget.usageOf(account);
    return { machineTranslation: { provider: name, account: owner, characters, charactersPerMonth } };
  }

  @Post('test')
  @RequireScope('members:manage')
  @Operation(machineTranslationOperations.test)
  async test(
    @CurrentPrincipal() { organizationId }: Principal,
    @NoFields() _body: undefined,
    @ClientSignal() client: () => AbortSignal,
  ): Promise<MachineTestResponseDto> {
    const translator = await this.translators.of(organizationId);
    const { languages, text, patienceMs } = TEST;
    const [result] = await translator.translate(languages, [{ text }], { signal: client(), patienceMs });
    const isTranslated = result !== undefined && 'text' in result;
    return {
      machineTest: {
        provider: translator.name,
        text: isTranslated ? result.text : null,
        error: isTranslated ? null : (result?.failure ?? 'not_translatable'),
      },
    };
  }
}
