import type { ScreenshotsOptions } from '../screenshots/run-screenshots';
import { defineCommand } from './command';

export const screenshots = defineCommand<ScreenshotsOptions>({
  name: 'screenshots',
  summary: 'Send the pictures of a folder, with the regions in which keys are shown',
  examples: [
    ['glossa screenshots screenshots', 'sends new pictures, and regions that have changed'],
    ['glossa screenshots screenshots --dry-run', 'shows what it would send'],
  ],
  declare: (command) =>
    void command
      .argument('<folder>', 'PNG, JPEG and WebP files, in folders too; home.json has the regions of home.png')
      .option('--dry-run', 'shows what would be sent, and sends nothing'),
  run: async (run) => (await import('../screenshots/run-screenshots')).runScreenshots(run),
});
