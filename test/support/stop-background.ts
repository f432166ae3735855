import type { INestApplication } from '@nestjs/common';
import { EarlyChecks } from '../../src/findings/early-checks';
import { FindingsRefresher } from '../../src/findings/findings-refresher';
import { MemoryIndexer } from '../../src/memory/memory-indexer';

/** Stops background work: its statements are in no log of a request, and it is not half-way when a test does it by itself. */
export async function stopBackground(app: Pick<INestApplication, 'get'>): Promise<void> {
  await app.get(MemoryIndexer).stop();
  app.get(EarlyChecks).stop();
  await app.get(FindingsRefresher).ended();
}
