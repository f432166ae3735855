import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { MachineProviderResponseDto, OptionalMachineProviderResponseDto } from './dto/machine-provider.dto';
import { MachineTestResponseDto } from './dto/machine-test.dto';
import { MachineTranslationResponseDto } from './dto/machine-translation.dto';

export const machineTranslationOperations = {
  get: {
    id: 'getMachineTranslation',
    answer: 'object',
    summary: 'Get the machine translation',
    description:
      'Returns the provider with which the organization translates, its own or else the provider of the operator, and the characters that ' +
      'were sent to it in this month.',
    response: MachineTranslationResponseDto,
  },
  test: {
    id: 'testMachineTranslation',
    answer: 'object',
    summary: 'Test the machine translation',
    description:
      'Has `Delete {count} files` translated from English into German by the provider with which the organization translates. The ' +
      'characters are counted.',
    response: MachineTestResponseDto,
  },
  getProvider: {
    id: 'getMachineProvider',
    answer: 'object',
    summary: "Get the organization's provider",
    description: 'Returns the provider that the organization has set up, without its API key; null if there is none.',
    response: OptionalMachineProviderResponseDto,
  },
  setProvider: {
    id: 'setMachineProvider',
    answer: 'object',
    summary: "Set the organization's provider",
    description:
      'Sets the provider that translates for the organization, in place of the provider of the operator, and replaces what was set before. ' +
      'All replicas use it at once. Without `apiKey`, the API key that was set before stays if `provider` and `url` are the same. ' +
      'A caller that is limited to projects or languages is refused.',
    response: MachineProviderResponseDto,
    errors: ['not_grantable'],
  },
  removeProvider: {
    id: 'removeMachineProvider',
    answer: 'object',
    summary: "Remove the organization's provider",
    description:
      'Removes the provider of the organization with its API key, if there is one. The one of the operator, if any, translates from then ' +
      'on. A caller that is limited to projects or languages is refused.',
    response: DeletedDto,
    errors: ['not_grantable'],
  },
} satisfies Record<string, OperationOptions>;
