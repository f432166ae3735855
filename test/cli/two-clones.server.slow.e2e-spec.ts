import { type RunningApp, startApp } from '../support/start-app';
import { editAtRandom } from './two-clones';

/** `CLONE_STEPS=1000` takes some ten minutes; `CLONE_SEED` chooses other steps. */
const STEPS = Number(process.env.CLONE_STEPS ?? 60);
const SEED = Number(process.env.CLONE_SEED ?? 7);

describe('two clones and the server', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it(
    `lose no text in ${STEPS} steps, and end equal`,
    () => editAtRandom(running, STEPS, SEED),
    60_000 + STEPS * 10_000,
  );
});
