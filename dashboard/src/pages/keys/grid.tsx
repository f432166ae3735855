import { useElementSize, useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showNote } from '../../components/show-problem';
import type { Ending } from '../../components/texts/editor';
import { readOnlyText } from '../../components/texts/read-only';
import { GridHead } from './grid-head';
import type { GridProps } from './grid-props';
import { PAGE_SIZE } from './key-requests';
import { Rows } from './rows';
import { useCellFocus } from './use-cell-focus';
import { useGridKeys } from './use-grid-keys';

/** Pixels: a key and two languages fit beside the panel in a window of 1,200 pixels. */
const MIN_NAME_WIDTH = 160;
const MIN_TEXT_WIDTH = 220;

/** So many rows are measured and rendered together. They are of one page of the API. */
const BLOCK_SIZE = 5;
const blockOf = (row: number): number => Math.floor(row / BLOCK_SIZE);

/** The texts of keys, a row each. Arrows move, Enter writes, Escape stops; only the visible rows are in the page. */
export function Grid(props: GridProps) {
  const { projectId, pages, count, languages, drafts, selection, search } = props;
  const { place, setPlace, editing, setEditing, whyReadOnly, editorOf, findNext, setLeft } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const { ref: sized, width: frameWidth } = useElementSize<HTMLDivElement>();
  const frameRef = useMergedRef(frame, sized);
  const active = { ...place, row: Math.min(place.row, count - 1) };
  const isAtEnd = place.row === Infinity;
  const isEditing = editing !== undefined;
  const wantsFocus = useRef(place.isRestored === true);
  const { hasFocus, onFocus, onBlur } = useCellFocus(frame);
  // The row with the editor stays in the page when it is scrolled out of sight.
  const rangeExtractor = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...(active.row < count ? [blockOf(active.row)] : [])])].sort(
        (a, b) => a - b,
      ),
    [active.row, count],
  );
  // eslint-disable-next-line react-hooks/incompatible-library -- the component is not compiled
  const blocks = useVirtualizer({
    count: Math.ceil(count / BLOCK_SIZE),
    getScrollElement: () => frame.current,
    estimateSize: () => BLOCK_SIZE * 58,
    overscan: 1,
    // As high as the head, which the rows scroll under.
    scrollPaddingEnd: 40,
    rangeExtractor,
  });
  const { startIndex = 0, endIndex = 0 } = blocks.range ?? {};
  useEffect(
    () => pages.show(startIndex * BLOCK_SIZE, Math.min((endIndex + 1) * BLOCK_SIZE, count) - 1),
    [pages, startIndex, endIndex, count],
  );
  useEffect(() => {
    if (!isAtEnd) return;
    wantsFocus.current ||= hasFocus();
    blocks.scrollToIndex(blockOf(count - 1));
  }, [isAtEnd, count, blocks, hasFocus]);
  // A person who comes back finds the row where they left it, as soon as it is known.
  const isReached = place.isRestored === true && place.row < count;
  const restoredRow = place.row;
  useEffect(() => {
    if (isReached) blocks.scrollToIndex(blockOf(restoredRow), { align: 'center' });
  }, [isReached, restoredRow, blocks]);
  // The focus goes with its key when a read moves the row, and to a row that is left when a read removes it.
  const focusedRow = useRef(active.row);
  useEffect(() => {
    const hasMoved = focusedRow.current !== active.row;
    focusedRow.current = active.row;
    if (hasMoved && hasFocus()) wantsFocus.current ||= !isEditing;
  }, [active.row, isEditing, hasFocus]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${active.row}-${active.column}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const moves = useRef(0);
  const moveTo = useCallback(
    (row: number, column: number, edit = false) => {
      moves.current++;
      const next = { row: Math.max(row, 0), column: Math.min(Math.max(column, 0), languages.length) };
      if (next.row !== Infinity) next.row = Math.min(next.row, count - 1);
      wantsFocus.current = !edit;
      const keyId = pages.keyAt(next.row)?.id;
      const language = languages[next.column - 1];
      setPlace({ ...next, keyId });
      setEditing(edit && keyId !== undefined && language !== undefined ? { keyId, language } : undefined);
      const shown = Math.min(next.row, count - 1);
      const isInPage = frame.current?.querySelector(`[aria-rowindex="${shown + 2}"]`) != null;
      if (!isInPage) blocks.scrollToIndex(blockOf(shown), { align: 'auto' });
    },
    [count, languages, blocks, pages, setPlace, setEditing],
  );
  const edit = useCallback(
    (row: number, column: number) => {
      const key = pages.keyAt(row);
      const language = languages[column - 1];
      if (!key || language === undefined) return;
      const reason = whyReadOnly(key, language);
      if (reason === undefined) return moveTo(row, column, true);
      moveTo(row, column);
      showNote(readOnlyText(reason));
    },
    [whyReadOnly, languages, moveTo, pages],
  );
  const onClick = useCallback(
    (row: number, column: number, isSecond: boolean) => {
      if (isEditing && isSecond) return;
      if (isSecond && column > 0) edit(row, column);
      else moveTo(row, column);
    },
    [edit, isEditing, moveTo],
  );
  /** Moves to a row that is searched, unless the person has moved meanwhile. */
  const moveToFound = async (found: Promise<number | undefined>, column: number, edit = false) => {
    const before = moves.current;
    try {
      const row = await found;
      if (row !== undefined && moves.current === before) moveTo(row, column, edit);
    } finally {
      setLeft(undefined);
    }
  };
  const close = (ending: Ending) => {
    const { row, column } = active;
    if (ending === 'left') return setEditing(undefined);
    moveTo(row, column);
    if (ending !== 'next') return;
    setLeft(activeKey?.id);
    void moveToFound(findNext(row, languages[column - 1] ?? ''), column, true);
  };
  const onKeyDown = useGridKeys(props, active, { moveTo, moveToFound, edit });

  const width = MIN_NAME_WIDTH + languages.length * MIN_TEXT_WIDTH;
  const activeKey = pages.keyAt(active.row);
  const activeLanguage = languages[active.column - 1];
  const editor =
    isEditing && activeKey && activeLanguage !== undefined ? editorOf(activeKey, activeLanguage, close) : undefined;
  const columns = `minmax(${MIN_NAME_WIDTH}px, 1fr) repeat(${languages.length}, minmax(${MIN_TEXT_WIDTH}px, 2fr))`;
  return (
    <div
      ref={frameRef}
      className="grid"
      data-overflows={frameWidth < width}
      role="grid"
      aria-label={t('nav.keys')}
      aria-rowcount={count + 1}
      aria-colcount={languages.length + 1}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
      style={{ '--columns': columns, '--width': `${width}px` } as CSSProperties}
    >
      <GridHead languages={languages} selection={selection} />
      <div role="presentation" className="grid-body" style={{ height: blocks.getTotalSize() }}>
        {blocks.getVirtualItems().map(({ index, start }) => {
          const first = index * BLOCK_SIZE;
          const isActive = blockOf(active.row) === index;
          return (
            <div
              key={index}
              ref={blocks.measureElement}
              data-index={index}
              className="grid-block"
              role="rowgroup"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Rows
                projectId={projectId}
                search={search}
                first={first}
                count={Math.min(BLOCK_SIZE, count - first)}
                keys={pages.pageOf(first)}
                offset={first % PAGE_SIZE}
                languages={languages}
                drafts={drafts}
                active={isActive ? active : undefined}
                editor={isActive ? editor : undefined}
                selection={selection}
                onClick={onClick}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
