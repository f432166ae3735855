import i18next from 'i18next';
import { type ComponentType, type ReactNode, useState } from 'react';
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
  const close = () => setLoaded(undefined);
  return {
    show: (props) => Loaded && <Loaded {...({ ...props, onClose: close } as Props)} />,
    open: () =>
      void load().then(
        (component) => setLoaded(() => component),
        // The browser says why only in its own words.
        () =>
          showFailure({ title: i18next.t('problem.dialogNotLoaded'), detail: i18next.t('problem.notLoadedDetail') }),
      ),
  };
}
