import { type ComponentType, type ReactNode, useState } from 'react';
import { showProblem } from './show-problem';

/**
 * A dialog whose code is loaded when it opens, so that the first page is shown sooner. A failure to load it is shown as a failed request
 * is: the page stays as it is.
 */
export function useLazyDialog(load: () => Promise<ComponentType<{ onClose: () => void }>>): {
  dialog: ReactNode;
  open: () => void;
} {
  const [Loaded, setLoaded] = useState<ComponentType<{ onClose: () => void }>>();
  return {
    dialog: Loaded && <Loaded onClose={() => setLoaded(undefined)} />,
    open: () => void load().then((component) => setLoaded(() => component), showProblem),
  };
}
