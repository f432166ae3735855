import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Settings } from './config/settings';

/** Seconds after which a client may try again. */
const RETRY_SECONDS = '5';

/**
 * Listens while migrations run, which can take minutes: `/health/live` is a 200, so that the process is not restarted,
 * and everything else a 503. A start without migrations does not listen before it serves: a proxy sends the request of
 * a refused connection elsewhere.
 */
export class MigrationServer {
  private readonly server = createServer(respond);

  constructor(private readonly settings: Pick<Settings, 'host' | 'port'>) {}

  /** @throws the error of the address: the service would throw it only after the migrations */
  async listen(): Promise<void> {
    const { host, port } = this.settings;
    // Nobody knows which port will be free.
    if (port === 0) return;
    this.server.listen(port, host);
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

const respond: RequestListener = ({ url }, response) => {
  const isLive = url?.split('?', 1)[0] === '/health/live';
  response.shouldKeepAlive = false;
  response.writeHead(isLive ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(isLive ? {} : { 'retry-after': RETRY_SECONDS }),
  });
  response.end(JSON.stringify({ status: isLive ? 'ok' : 'migrating' }));
};
