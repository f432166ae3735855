import { defineCommand } from './command';
import type { PushOptions } from '../sync/push';
import { push } from './push';

export const sync = defineCommand<PushOptions>({
  name: 'sync',
  summary: 'Push, then pull',
  examples: [
    ['glossa sync', 'the files and the project have the same texts afterwards'],
    ['glossa sync --conflict overwrite', 'takes the texts of the files where both sides have changed one'],
  ],
  declare: push.declare,
  run: async (run) => (await import('../sync/run-sync')).runSync(run),
});
