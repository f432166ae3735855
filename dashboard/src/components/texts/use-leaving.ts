import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** What belongs to an editor wherever it is on the page: using it does not leave the text. */
const BELONGS = '[data-keeps-editor], .mantine-Notifications-root';

/**
 * Notices that a person leaves an editor, by a click anywhere else or by the Tab key. The click does what it always does: the editor
 * closes once its target is known, because a page that moves under the pointer would be clicked somewhere else.
 *
 * @returns a handler for the frame of the editor
 */
export function useLeaving(frame: RefObject<HTMLElement | null>, onLeave: () => void) {
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  const isPressed = useRef(false);
  useEffect(() => {
    let isOutside = false;
    const isElsewhere = (target: EventTarget | null) => {
      if (!(target instanceof Element) || !target.isConnected || target.closest(BELONGS)) return false;
      // The bar with which the list is scrolled is a part of the list itself.
      const cell = frame.current?.closest('[data-cell]') ?? frame.current;
      return !(cell?.contains(target) ?? true) && target.getAttribute('role') !== 'grid';
    };
    const onPress = ({ target }: PointerEvent) => {
      isPressed.current = true;
      isOutside = isElsewhere(target);
    };
    const onClick = ({ target }: MouseEvent) => {
      isPressed.current = false;
      if (isOutside && isElsewhere(target)) leave.current();
      isOutside = false;
    };
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('click', onClick, true);
    };
  }, [frame]);
  return ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (isPressed.current || relatedTarget === null || currentTarget.contains(relatedTarget)) return;
    // Its own cell gets the focus back.
    if (relatedTarget.contains(currentTarget)) return;
    if (!relatedTarget.closest(BELONGS)) leave.current();
  };
}
