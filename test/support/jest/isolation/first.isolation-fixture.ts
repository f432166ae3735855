import { leaveTraces } from './leave-traces';

it('finds no traces of another test file', () => {
  expect(leaveTraces()).toEqual({
    uses: 0,
    global: undefined,
    variable: undefined,
    spied: false,
    inMemory: false,
    storageEnabled: false,
  });
});
