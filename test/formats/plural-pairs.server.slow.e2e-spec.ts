import type { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';
import { CarriedPlurals, NATIVE } from './carried-plurals';

let running: RunningApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe.each(NATIVE)('plurals that were exported as %s', (first) => {
  let plurals: CarriedPlurals;
  let from: Exchange;
  let carried: Exchange;
  beforeAll(async () => {
    plurals = new CarriedPlurals(running.given);
    from = await plurals.given();
    carried = await plurals.carry(from, first);
  });

  it.each(NATIVE.filter((second) => second !== first))(
    'are unchanged if they are then exported as %s',
    async (second) => {
      await plurals.expectSame(from, await plurals.carry(carried, second), [first, second]);
    },
  );
});
