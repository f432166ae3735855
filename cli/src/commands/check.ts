import { Option } from 'commander';
import type { CheckOptions } from '../check/run-check';
import { defineCommand } from './command';

export const check = defineCommand<CheckOptions>({
  name: 'check',
  summary: 'Check the texts of the files here, without writing anything',
  examples: [
    ['glossa check', 'lists what the checks find; ends with the exit code 1 if it is something'],
    ['glossa check --only icu_syntax,placeholder_missing,placeholder_unknown', 'only what breaks programs'],
    ['glossa check --format sarif > glossa.sarif', 'writes a report for code scanning'],
  ],
  declare: (command) =>
    void command
      .addOption(
        new Option('--format <format>', 'of the result; in GitHub Actions, text is annotations')
          .choices(['text', 'json', 'sarif'])
          .default('text'),
      )
      .option('--only <checks>', 'only these checks, separated by commas')
      .option('--language <tag>', 'only texts in this language'),
  run: async (run) => (await import('../check/run-check')).runCheck(run),
});
