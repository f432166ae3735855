/**
 * Runs a test while the clock of this process, and of the services in it, is ahead by a time in milliseconds. A test
 * that waits for that time would need to do all that comes before it sooner.
 */
export async function later(ms: number, test: () => Promise<void>): Promise<void> {
  const { now } = Date;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
  try {
    await test();
  } finally {
    clock.mockRestore();
  }
}
