import { notifyManager } from '@tanstack/react-query';
import { showDone } from './show-problem';

/**
 * Says what was done when the page shows the new state, or why it cannot be read.
 *
 * @param reading ends when the page has read again what it shows
 */
export async function sayWhenShown(message: string, reading: Promise<unknown>): Promise<void> {
  await reading;
  // TanStack Query passes what was read to the components in a later task, in order: the message is shown after that.
  notifyManager.schedule(() => showDone(message));
}
