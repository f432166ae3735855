import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { acceptWaiting, awaitFirstRequests } from './accept-waiting';

/** Connects after a first signal of the shared memory, and sends a second one when the system has established the connection. */
const CLIENT = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, state } } = require('node:worker_threads');
  Atomics.wait(state, 0, 0);
  const tell = () => {
    Atomics.store(state, 1, 1);
    Atomics.notify(state, 1);
  };
  const socket = connect(port, '127.0.0.1', tell);
  socket.once('error', ({ code }) => {
    tell();
    parentPort.postMessage(code);
  });
  socket.once('data', (bytes) => parentPort.postMessage(bytes.toString()));
`;

it.each([1, 2])('accepts a connection that is established while turn %p of the event loop is busy', async (turns) => {
  const server = createServer((socket: Socket) => {
    accepted++;
    socket.end('served');
  });
  let accepted = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const state = new Int32Array(new SharedArrayBuffer(8));
  const { port } = server.address() as AddressInfo;
  const client = new Worker(CLIENT, { eval: true, workerData: { port, state } });
  const received = once(client, 'message');
  await once(client, 'online');
  const keepBusy = (left: number): void => {
    if (left > 1) return void setImmediate(keepBusy, left - 1);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
    Atomics.wait(state, 1, 0);
  };
  setImmediate(keepBusy, turns);
  await acceptWaiting({
    get accepted() {
      return accepted;
    },
  });
  server.close();
  expect(await received).toEqual(['served']);
  await client.terminate();
});

/** Accepts connections in turns of the event loop, each of which is busy for 15 ms. @param turns whether each one accepts a connection */
function acceptInBusyTurns(turns: readonly boolean[]): { accepted: number } {
  const connections = { accepted: 0 };
  const keepBusy = (turn: number): void => {
    const end = performance.now() + 15;
    while (performance.now() < end);
    if (turns[turn]) connections.accepted++;
    if (turn + 1 < turns.length) setImmediate(keepBusy, turn + 1);
  };
  setImmediate(keepBusy, 0);
  return connections;
}

it('accepts all connections that wait, of which a busy event loop accepts one in each turn', async () => {
  const connections = acceptInBusyTurns(Array<boolean>(100).fill(true));
  await acceptWaiting(connections);
  expect(connections.accepted).toBe(100);
});

it('does not wait for connections that come after many busy turns without one', async () => {
  const connections = acceptInBusyTurns([true, ...Array<boolean>(60).fill(false), true]);
  await acceptWaiting(connections);
  expect(connections.accepted).toBe(1);
});

it('waits for first requests that a busy event loop reads late', async () => {
  let unused = 40;
  await awaitFirstRequests({
    get unused() {
      const end = performance.now() + 15;
      while (performance.now() < end);
      return --unused;
    },
  });
  expect(unused).toBe(0);
});

it('does not wait for a connection on which no request arrives', async () => {
  await expect(awaitFirstRequests({ unused: 1 })).resolves.toBeUndefined();
});
