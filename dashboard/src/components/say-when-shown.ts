import { type InvalidateQueryFilters, notifyManager, type QueryClient } from '@tanstack/react-query';
import { showDone } from './show-problem';

/**
 * Reads again what the page shows, and then says what was done: the page shows the new state by then, or why it cannot be read.
 *
 * @param queries that are read again; by default all
 */
export async function sayWhenShown(
  client: QueryClient,
  message: string,
  queries?: InvalidateQueryFilters,
): Promise<void> {
  await client.invalidateQueries(queries);
  // TanStack Query passes what was read to the components in a later task, in order: the message is shown after that.
  notifyManager.schedule(() => showDone(message));
}
