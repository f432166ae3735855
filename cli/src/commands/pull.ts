import type { PullCommandOptions } from '../sync/run-pull';
import { defineCommand } from './command';

export const pull = defineCommand<PullCommandOptions>({
  name: 'pull',
  summary: 'Write the files that have changed on the server, and merge them with what has changed here',
  examples: [
    ['glossa pull', 'writes all files that differ, or none'],
    ['glossa pull --check', 'writes nothing, and ends with the exit code 1 if there is something to write'],
    ['glossa pull --language de --language fr', 'only the files of two languages'],
    ['glossa pull --prune', 'also deletes files that the project does not have any more'],
  ],
  declare: (command) =>
    void command
      .option('--language <tag>', 'only this language; can be repeated', (tag: string, all: string[] = []) => [
        ...all,
        tag,
      ])
      .option('--check', 'write nothing')
      .option('--prune', 'delete files that were in step and that the project does not have any more'),
  run: async (run) => (await import('../sync/run-pull')).runPull(run),
});
