import type { OpenOptions } from '../open/run-open';
import { defineCommand } from './command';

export const open = defineCommand<OpenOptions>({
  name: 'open',
  summary: 'Open the project in the browser',
  examples: [
    ['glossa open', 'opens the keys of the project'],
    ['glossa open home.title', 'opens a key'],
    ['glossa open --history --print', 'prints the address of the history'],
  ],
  declare: (command) =>
    void command
      .argument('[key]', 'the name of a key')
      .option('--history', 'open the list of changes')
      .option('--print', 'print the address, and open nothing'),
  run: async (run) => (await import('../open/run-open')).runOpen(run),
});
