import { Option } from 'commander';
import type { PretranslateOptions } from '../pretranslate/run-pretranslate';
import { defineCommand } from './command';

export const pretranslate = defineCommand<PretranslateOptions>({
  name: 'pretranslate',
  summary: 'Translate missing texts from the translation memory, and by a machine',
  examples: [
    ['glossa pretranslate', 'writes drafts where the memory has the same source text'],
    ['glossa pretranslate --languages de,fr --machine', 'asks the machine of the server for the other texts'],
    ['glossa pretranslate --min-match 0.9 --dry-run', 'shows how many texts the memory has, similar ones too'],
  ],
  declare: (command) =>
    void command
      .option('--languages <tags>', 'only these languages, separated by commas')
      .option('--machine', 'asks the machine of the server for texts that the memory does not have')
      .option('--min-match <number>', 'the least match of the memory, from 0.6 to 1.01', '1')
      .addOption(
        new Option('--state <state>', 'the state of the new texts')
          .choices(['draft', 'translated', 'reviewed'])
          .default('draft'),
      )
      .option('--namespace <name>', 'only keys in this namespace')
      .option('--dry-run', 'shows the numbers, and writes nothing'),
  run: async (run) => (await import('../pretranslate/run-pretranslate')).runPretranslate(run),
});
