import { AsyncLocalStorage } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Logger } from '@nestjs/common';

const state = { uses: 0 };

/** The process has the state of the former test file, unless that was released. */
const former = process as { formerState?: WeakRef<typeof state>; formerStorage?: AsyncLocalStorage<string> };

interface Traces {
  uses: number;
  global: unknown;
  variable: string | undefined;
  spied: boolean;
  inMemory: boolean;
  storageEnabled: boolean;
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
    inMemory: isInMemory(former.formerState),
    // A property of Node up to 22; later versions visit no storages.
    storageEnabled: Reflect.get(former.formerStorage ?? {}, 'enabled') === true,
  };
  state.uses += 1;
  Object.assign(globalThis, { trace: true });
  process.env.TRACE = 'yes';
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  former.formerState = new WeakRef(state);
  former.formerStorage = new AsyncLocalStorage();
  former.formerStorage.run('', () => undefined);
  // Lives on, as timers and sockets of packages do. Its function refers to nothing of this file.
  setInterval(Boolean, 60_000).unref();
  return found;
}

function isInMemory(reference: WeakRef<object> | undefined): boolean {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return reference?.deref() !== undefined;
}
