import { Option } from 'commander';
import type { PushOptions } from '../sync/push';
import { defineCommand } from './command';

export const push = defineCommand<PushOptions>({
  name: 'push',
  summary: 'Send the files that have changed here, and merge them with what has changed on the server',
  examples: [
    ['glossa push', 'sends all changed files; a text that both sides have changed ends it with the exit code 3'],
    ['glossa push --dry-run', 'shows what it would do'],
    ['glossa push --conflict keep', 'keeps the texts of the server where both sides have changed one'],
    ['glossa push --fail-on placeholder_missing,icu_syntax', 'sends nothing if a new text fails one of these checks'],
  ],
  declare: (command) =>
    void command
      .option('--dry-run', 'write nothing, here and on the server')
      .addOption(
        new Option('--conflict <rule>', 'whose texts win where both sides have changed one').choices([
          'refuse',
          'overwrite',
          'keep',
          'keep-reviewed',
        ]),
      )
      .option('--delete-missing', 'remove texts and keys that were deleted here since they were in step')
      .option('--fail-on <checks>', 'checks, separated by commas, that refuse the push'),
  run: async (run) => (await import('../sync/run-push')).runPush(run),
});
