import type { ReleasesOptions } from '../releases/run-releases';
import { defineCommand } from './command';

export const releases = defineCommand<ReleasesOptions>({
  name: 'releases',
  summary: 'List the releases of the project, the newest first, with the channels that serve them',
  examples: [
    ['glossa releases', 'lists the last 20 releases'],
    ['glossa releases --channel production --limit 5', 'only releases that were published in this channel'],
  ],
  declare: (command) =>
    void command
      .option('--channel <name>', 'only releases that were published in this channel')
      .option('-n, --limit <number>', 'the most releases that are listed', '20'),
  run: async (run) => (await import('../releases/run-releases')).runReleases(run),
});
