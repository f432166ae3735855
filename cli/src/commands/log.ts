import type { LogOptions } from '../history/run-log';
import { defineCommand } from './command';

export const log = defineCommand<LogOptions>({
  name: 'log',
  summary: 'List the changes of the project, or show what one of them did',
  examples: [
    ['glossa log', 'lists the last 20 changes'],
    ['glossa log --language de --since 2026-11-01T00:00:00Z', 'lists the changes of German texts since then'],
    ['glossa log 57', 'shows each text that the change 57 set or removed'],
  ],
  declare: (command) =>
    void command
      .argument('[revision]', 'a change')
      .option('-n, --limit <number>', 'the most changes or texts that are listed', '20')
      .option('--since <revision or time>', 'only this revision or time, and later ones')
      .option('--until <revision or time>', 'only this revision or time, and earlier ones')
      .option('--action <action>', 'only changes of this kind, such as import or undo')
      .option('--language <tag>', 'only changes of texts in this language')
      .option('--namespace <name>', 'only changes of keys in this namespace'),
  run: async (run) => (await import('../history/run-log')).runLog(run),
});
