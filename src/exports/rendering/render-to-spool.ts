import { Spool, type SpooledFile } from './spool';
import { EventLoopYielder } from '../../common/event-loop-yielder';

/** Takes all chunks of a rendering, letting others have their turn. */
export async function renderToSpool(
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<{ hash: string; content: Buffer | SpooledFile }> {
  const spool = new Spool();
  const turns = new EventLoopYielder();
  try {
    for await (const chunk of chunks) {
      const written = spool.write(chunk);
      if (written) await written;
      const turn = turns.yieldIfDue();
      if (turn) await turn;
    }
    return await spool.end();
  } catch (error) {
    await spool.abandon();
    throw error;
  }
}
