import { InvalidArgumentError } from 'commander';
import { defineCommand } from './command';

export interface StatusOptions {
  min?: number;
}

export const status = defineCommand<StatusOptions>({
  name: 'status',
  summary: 'Show what has changed here and on the server, and how much is translated',
  examples: [
    ['glossa status', 'ends with the exit code 1 if a file is not in step'],
    ['glossa status --min 95', 'also if less than 95 percent of the texts of a language are translated'],
  ],
  declare: (command) =>
    void command.option('--min <percent>', 'the share of texts that each language needs', (text) => {
      const percent = Number(text);
      if (text === '' || !(percent >= 0 && percent <= 100))
        throw new InvalidArgumentError('It is a number from 0 to 100.');
      return percent;
    }),
  run: async (run) => (await import('../sync/run-status')).runStatus(run),
});
