/** Tells the page that a request waits, because the rate limit is used up. */
type Listener = (seconds: number) => void;

let listener: Listener = () => undefined;

export const onWait = (next: Listener): void => {
  listener = next;
};

/** Announces a wait and resolves after it. @throws the reason of the signal if it is aborted */
export function announceWait(seconds: number, signal: AbortSignal): Promise<void> {
  listener(seconds);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
