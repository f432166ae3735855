import type { LiveChange, Present } from './live-store';

/** Milliseconds until a stream that was refused is asked for again. */
const RETRY_MS = 10_000;

export interface Listener {
  onChange: (change: LiveChange) => void;
  /** The page has missed changes. */
  onReset: () => void;
  onPresent: (persons: Present[]) => void;
  /** The comments on keys have changed. */
  onComments: (keyIds: string[]) => void;
}

/**
 * Follows a project while the page is seen: browsers have few connections to a host. A page that is seen again receives what it
 * missed.
 *
 * @returns a function that ends it
 */
export function followProject(projectId: string, { onChange, onReset, onPresent, onComments }: Listener): () => void {
  let source: EventSource | undefined;
  let revision: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    if (document.hidden) return;
    const since = revision === undefined ? '' : `?since=${revision}`;
    source = new EventSource(`/api/v1/projects/${projectId}/events${since}`);
    const on = (name: string, act: (data: unknown) => void) =>
      source?.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        if (lastEventId !== '') revision = lastEventId;
        act(JSON.parse(data));
      });
    on('ready', () => undefined);
    on('change', (data) => onChange(data as LiveChange));
    on('reset', onReset);
    on('presence', (data) => onPresent((data as { persons: Present[] }).persons));
    on('comments', (data) => onComments((data as { keyIds: string[] }).keyIds));
    // The browser itself connects again after a lost connection, and not after a refusal.
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS);
    };
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    close();
  };
}
