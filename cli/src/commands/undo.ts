import { Option } from 'commander';
import type { UndoOptions } from '../history/run-undo';
import { defineCommand } from './command';

export const undo = defineCommand<UndoOptions>({
  name: 'undo',
  summary: 'Undo a change of the project on the server, by a new change',
  examples: [
    ['glossa undo 57', 'takes back what the change 57 did; ends with the exit code 3 if some of it was changed again'],
    ['glossa undo 57 --conflict skip', 'leaves what was changed again since'],
    ['glossa undo 57 --dry-run', 'shows what it would do'],
  ],
  declare: (command) =>
    void command
      .argument('<revision>', 'the change, as "glossa log" lists it')
      .option('--dry-run', 'write nothing')
      .addOption(
        new Option('--conflict <rule>', 'what happens to texts that were changed again').choices(['refuse', 'skip']),
      ),
  run: async (run) => (await import('../history/run-undo')).runUndo(run),
});
