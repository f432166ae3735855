import { once } from 'node:events';
import pg from 'pg';

/** Milliseconds for the request to cancel a statement, and then for the answer of the statement. */
const CANCEL_MS = 1_000;

interface Session extends pg.PoolClient {
  processID: number;
  secretKey: number;
}

interface CancellingConnection extends pg.Connection {
  connect(port: number, host: string): void;
  connect(path: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

interface Address {
  host: string;
  port: number;
  ssl: unknown;
  connection: CancellingConnection;
}

/**
 * Has the server cancel the statement that a connection executes (PostgreSQL manual, 55.2.8), and destroys the
 * connection if that has no effect. The request goes to the server by a connection of its own, as poolers expect it;
 * PostgreSQL answers by closing it.
 *
 * The connection must not be used for other work afterwards: the server may receive the request when the statement has
 * ended. The embedded database has no such request: its statement ends by itself.
 */
export async function cancelStatement({ options }: pg.Pool, client: pg.PoolClient): Promise<void> {
  if ('stream' in options) return;
  const { processID, secretKey } = client as Session;
  const { host, port, ssl, connection } = new pg.Client(options) as unknown as Address;
  connection.on('error', () => undefined);
  connection.once('connect', () => {
    if (ssl) connection.requestSsl();
    else connection.cancel(processID, secretKey);
  });
  connection.once('sslconnect', () => connection.cancel(processID, secretKey));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  const signal = AbortSignal.timeout(CANCEL_MS);
  await once(connection, 'end', { signal }).catch(() => connection.stream.destroy());
  const destroy = setTimeout(() => client.connection.stream.destroy(), CANCEL_MS);
  client.once('end', () => clearTimeout(destroy));
}
