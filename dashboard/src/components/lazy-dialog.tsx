import i18next from 'i18next';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { showFailure } from './show-problem';

/**
 * A dialog whose code is loaded when it opens, so that the page is shown sooner. A failure to load it is shown as a failed request is: the
 * page stays as it is.
 *
 * @returns `show`, which returns the dialog if it is open
 */
export function useLazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): { show: (props: Omit<Props, 'onClose'>) => ReactNode; open: () => void } {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const opener = useRef<HTMLElement>(undefined);
  // The dialog is gone before it can give the focus back itself.
  useEffect(() => {
    const { activeElement } = document;
    const isNowhere = activeElement === null || activeElement === document.body;
    if (!Loaded && isNowhere) opener.current?.focus({ preventScroll: true });
  }, [Loaded]);
  const close = () => setLoaded(undefined);
  return {
    show: (props) => Loaded && <Loaded {...({ ...props, onClose: close } as Props)} />,
    open: () => {
      // An element of the dialog itself is gone when it is closed.
      if (!Loaded && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
      void load().then(
        (component) => setLoaded(() => component),
        // The browser says why only in its own words.
        () =>
          showFailure({ title: i18next.t('problem.dialogNotLoaded'), detail: i18next.t('problem.notLoadedDetail') }),
      );
    },
  };
}
