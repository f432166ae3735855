import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** No other work has delayed a turn of the event loop that takes no longer. */
const SHORT_TURN_MS = 0.2;
/** A busy event loop may have no short turn: so many turns in a row that accept no connection are enough. */
const TURNS = 20;
/** Clients that connect all the time are not waited for. A busy process accepts a few hundred connections a second, one in each turn. */
const MAX_MS = 10_000;

const STEP_MS = 10;
/** New connections have half a second to bring their request, of a process that is not busy. */
const STEPS = 50;

/**
 * Accepts the connections that the system has established already: it would reset them with the end of the server, and a proxy does not
 * repeat the writes that it has sent on them. Each turn of the event loop looks for connections once and then does other work, during which more
 * are established. So the last turn is a short one that has accepted none, or the last of several that have accepted none.
 */
export async function acceptWaiting(connections: { readonly accepted: number }): Promise<void> {
  const end = performance.now() + MAX_MS;
  await nextTurn();
  let without = 0;
  for (let isLast = false; !isLast && performance.now() < end;) {
    const { accepted } = connections;
    const began = performance.now();
    await nextTurn();
    without = connections.accepted === accepted ? without + 1 : 0;
    isLast = without === TURNS || (without > 0 && performance.now() - began < SHORT_TURN_MS);
  }
}

/**
 * Waits for the first requests of the accepted connections, once no connection is accepted any more. In each step the event loop reads what has
 * arrived: the steps are counted instead of the time, which passes in a busy process without a read.
 */
export async function awaitFirstRequests(connections: { readonly unused: number }): Promise<void> {
  for (let step = 0; connections.unused > 0 && step < STEPS; step++) await delay(STEP_MS);
}
