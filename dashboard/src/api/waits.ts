/** Why a request waits, and for how many seconds. */
export interface Wait {
  seconds: number;
  /** Undefined: a proxy did not say why. */
  detail: string | undefined;
}

type Listener = (wait: Wait) => void;

let listener: Listener = () => undefined;

/** The listener is notified of each request that the service asked to repeat later. */
export const onWait = (next: Listener): void => {
  listener = next;
};

/** Announces a wait and resolves after it. @throws the reason of the signal if it is aborted */
export function announceWait(wait: Wait, signal: AbortSignal): Promise<void> {
  listener(wait);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, wait.seconds * 1_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
