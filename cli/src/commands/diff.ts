import type { DiffOptions } from '../history/run-diff';
import { defineCommand } from './command';

export const diff = defineCommand<DiffOptions>({
  name: 'diff',
  summary: 'Show the texts of the project that differ between two revisions',
  examples: [
    ['glossa diff', 'shows what has changed since the files were last in step'],
    ['glossa diff 57', 'shows what has changed since the revision 57'],
    ['glossa diff 57 60', 'shows what has changed from the revision 57 to the revision 60'],
    ['glossa diff 57 --language de --exit-code', 'ends with the exit code 1 if a German text has changed'],
  ],
  declare: (command) =>
    void command
      .argument('[from]', 'a revision (default: the revision in glossa.lock)')
      .argument('[to]', 'a later revision (default: now)')
      .option('--language <tag>', 'only texts in this language')
      .option('--namespace <name>', 'only keys in this namespace')
      .option('--exit-code', 'end with the exit code 1 if there are differences'),
  run: async (run) => (await import('../history/run-diff')).runDiff(run),
});
