import { Logger } from '@nestjs/common';

const state = { uses: 0 };

interface Traces {
  uses: number;
  global: unknown;
  variable: string | undefined;
  spied: boolean;
}

/**
 * Leaves traces in this module, in the process and in an installed package.
 *
 * @returns the traces that were there before
 */
export function leaveTraces(): Traces {
  const found = {
    uses: state.uses,
    global: (globalThis as { trace?: unknown }).trace,
    variable: process.env.TRACE,
    spied: jest.isMockFunction(Reflect.get(Logger.prototype, 'warn')),
  };
  state.uses += 1;
  Object.assign(globalThis, { trace: true });
  process.env.TRACE = 'yes';
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  return found;
}
