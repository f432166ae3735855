import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import type { State } from '../../components/texts/state';
import type { GridProps } from './grid-props';

const STATE_KEYS: Readonly<Record<string, State | undefined>> = { d: 'draft', t: 'translated', r: 'reviewed' };
/** Rows of Page Up and Page Down. */
const PAGE = 10;

interface Moves {
  moveTo: (row: number, column: number) => void;
  moveToFound: (found: Promise<number | undefined>, column: number) => Promise<void>;
  edit: (row: number, column: number) => void;
}

/** Returns what the keys do in the cell in hand, while no text is written. */
export function useGridKeys(
  props: GridProps,
  active: { row: number; column: number },
  { moveTo, moveToFound, edit }: Moves,
) {
  const { projectId, pages, count, languages, selection, editing, search } = props;
  const { findNextToReview, onRename, onState, onUndo } = props;
  const navigate = useNavigate();

  const accept = (row: number, column: number) => {
    const key = pages.keyAt(row);
    const language = languages[column - 1];
    if (!key || language === undefined || !onState(key, language, 'reviewed')) return;
    void moveToFound(findNextToReview(row, language), column);
  };

  return (event: KeyboardEvent) => {
    const { row, column } = active;
    const hasCommand = event.ctrlKey || event.metaKey;
    // The box in the head that selects all keys has keys of its own.
    const isInCell = event.target instanceof Element && event.target.closest('[data-cell]') !== null;
    if (editing || event.altKey || !isInCell) return;
    if (hasCommand && event.key.toLowerCase() === 'z' && !event.shiftKey) {
      event.preventDefault();
      onUndo();
    }
    if (hasCommand) return;
    const steps: Record<string, [number, number] | undefined> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [PAGE, 0],
      PageUp: [-PAGE, 0],
      Home: [-count, 0],
      End: [Infinity, 0],
    };
    const step = steps[event.key];
    const key = pages.keyAt(row);
    const language = languages[column - 1];
    const letter = event.key.toLowerCase();
    const state = STATE_KEYS[letter];
    if (step) moveTo(row + step[0], column + step[1]);
    else if (event.key === ' ') selection.toggle(row, event.shiftKey);
    else if (event.key === 'Enter' && column === 0 && key)
      void navigate(`/projects/${projectId}/keys/${key.id}${search}`);
    else if (event.key === 'F2' && column === 0 && key) onRename(key);
    else if (event.key === 'Enter' || event.key === 'F2') edit(row, column);
    else if (letter === 'a') accept(row, column);
    else if (state && key && language !== undefined) onState(key, language, state);
    else return;
    event.preventDefault();
  };
}
