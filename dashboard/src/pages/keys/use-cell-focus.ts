import { type FocusEvent, type RefObject, useCallback, useRef } from 'react';

/**
 * Notes whether a cell of the grid has the focus. A cell that is removed has it until something else gets it: the browser gives it to
 * nothing then.
 */
export function useCellFocus(frame: RefObject<HTMLElement | null>) {
  const isInCell = useRef(false);
  const note = useCallback(({ target, type }: FocusEvent) => {
    // When the person goes to another window, the page keeps its focused element.
    const stays = type === 'focus' || target === document.activeElement;
    isInCell.current = stays && target.matches('[data-cell]');
  }, []);
  const hasFocus = useCallback(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !frame.current?.contains(activeElement);
    return isInCell.current && !isElsewhere;
  }, [frame]);
  return { hasFocus, onFocus: note, onBlur: note };
}
