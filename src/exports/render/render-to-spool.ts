import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { Spool, type SpooledContent } from '../cache/spool';

/** Collects all chunks of a rendering and yields to the event loop between them. */
export async function renderToSpool(chunks: AsyncIterable<string | Uint8Array>): Promise<SpooledContent> {
  const spool = new Spool();
  const yielder = new EventLoopYielder();
  try {
    for await (const chunk of chunks) {
      // Most chunks need no wait. Awaiting undefined would cost a microtask for each of them.
      const flushed = spool.write(chunk);
      if (flushed) await flushed;
      const yielded = yielder.yieldIfDue();
      if (yielded) await yielded;
    }
    return await spool.end();
  } catch (error) {
    await spool.abort();
    throw error;
  }
}
