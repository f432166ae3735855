/**
 * Rejects if a promise is not settled in time.
 *
 * A response that arrives while the event loop is busy still counts: the timeout takes effect one turn of the event
 * loop after its timer has fired.
 *
 * @param ms the timeout in milliseconds
 * @throws Error if the promise is still pending after the timeout
 */
export async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`no response within ${ms} ms`))), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
