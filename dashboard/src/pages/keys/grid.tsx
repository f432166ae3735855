import { useElementSize, useMergedRef } from '@mantine/hooks';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { State } from '../../components/texts/state';
import type { Draft } from '../../components/texts/drafts';
import { languageName } from '../../languages';
import { type Key, type KeyPages, PAGE_SIZE } from './key-pages';
import { type Place, Rows } from './rows';
import type { Selection } from './use-selection';

interface GridProps {
  projectId: string;
  pages: KeyPages;
  count: number;
  /** The languages of the columns; the source language is the first. */
  languages: readonly string[];
  drafts: ReadonlyMap<string, Draft>;
  selection: Selection;
  canEdit: (key: Key, language: string) => boolean;
  /** Returns the editor of a text. `close` ends it, and goes on to the next text that is missing if asked. */
  editorOf: (key: Key, language: string, close: (goOn: boolean) => void) => ReactNode;
  findNext: (row: number, language: string) => Promise<number | undefined>;
  onState: (key: Key, language: string, state: State) => void;
  onRename: (key: Key) => void;
}

/** So many rows are measured and rendered together. They are of one page of the API. */
const BLOCK_SIZE = 5;
const blockOf = (row: number): number => Math.floor(row / BLOCK_SIZE);

const STATE_KEYS: Readonly<Record<string, State | undefined>> = { d: 'draft', t: 'translated', r: 'reviewed' };

/** The texts of keys, a row each. Arrows move, Enter writes, Escape stops; only the visible rows are in the page. */
export function Grid(props: GridProps) {
  const { projectId, pages, count, languages, drafts, selection, canEdit, editorOf, findNext } = props;
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  const { ref: sized, width: frameWidth } = useElementSize<HTMLDivElement>();
  const frameRef = useMergedRef(frame, sized);
  // The row Infinity is the last one, however many become known.
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const active = { ...place, row: Math.min(place.row, count - 1) };
  const isAtEnd = place.row === Infinity;
  const [isEditing, setEditing] = useState(false);
  const wantsFocus = useRef(false);
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
    wantsFocus.current ||= frame.current?.contains(document.activeElement) ?? false;
    blocks.scrollToIndex(blockOf(count - 1));
  }, [isAtEnd, count, blocks]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${active.row}-${active.column}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const moveTo = useCallback(
    (row: number, column: number, edit = false) => {
      const next = { row: Math.max(row, 0), column: Math.min(Math.max(column, 0), languages.length) };
      if (next.row !== Infinity) next.row = Math.min(next.row, count - 1);
      wantsFocus.current = !edit;
      setPlace(next);
      setEditing(edit);
      const shown = Math.min(next.row, count - 1);
      const isInPage = frame.current?.querySelector(`[aria-rowindex="${shown + 2}"]`) != null;
      if (!isInPage) blocks.scrollToIndex(blockOf(shown), { align: 'auto' });
    },
    [count, languages.length, blocks],
  );
  const edit = useCallback(
    (row: number, column: number) => {
      const key = pages.keyAt(row);
      const language = languages[column - 1];
      if (key && language !== undefined && canEdit(key, language)) moveTo(row, column, true);
    },
    [canEdit, languages, moveTo, pages],
  );
  const onClick = useCallback(
    (row: number, column: number, isSecond: boolean) => {
      if (isEditing && isSecond) return;
      if (isSecond && column > 0) edit(row, column);
      else moveTo(row, column);
    },
    [edit, isEditing, moveTo],
  );
  const close = async (goOn: boolean) => {
    const { row, column } = active;
    moveTo(row, column);
    const next = goOn ? await findNext(row, languages[column - 1] ?? '') : undefined;
    if (next !== undefined) moveTo(next, column, true);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { row, column } = active;
    const page = 10;
    const steps: Record<string, [number, number] | undefined> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [page, 0],
      PageUp: [-page, 0],
      Home: [-count, 0],
      End: [Infinity, 0],
    };
    const step = steps[event.key];
    const key = pages.keyAt(row);
    const language = languages[column - 1];
    const state = STATE_KEYS[event.key.toLowerCase()];
    if (step) moveTo(row + step[0], column + step[1]);
    else if (event.key === ' ') selection.toggle(row, event.shiftKey);
    else if (event.key === 'Enter' && column === 0 && key) void navigate(`/projects/${projectId}/keys/${key.id}`);
    else if (event.key === 'F2' && column === 0 && key) props.onRename(key);
    else if (event.key === 'Enter' || event.key === 'F2') edit(row, column);
    else if (state && key && language !== undefined) props.onState(key, language, state);
    else return;
    event.preventDefault();
  };

  const width = 180 + languages.length * 240;
  const activeKey = pages.keyAt(active.row);
  const activeLanguage = languages[active.column - 1];
  const editor =
    isEditing && activeKey && activeLanguage !== undefined
      ? editorOf(activeKey, activeLanguage, (goOn) => void close(goOn))
      : undefined;
  const columns = `minmax(180px, 1fr) repeat(${languages.length}, minmax(240px, 2fr))`;
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
      style={{ '--columns': columns, '--width': `${width}px` } as CSSProperties}
    >
      <div className="grid-row grid-head" role="row" aria-rowindex={1}>
        <div className="grid-cell grid-key" role="columnheader">
          <input
            type="checkbox"
            className="grid-check"
            aria-label={t('keys.selectAll')}
            checked={selection.isAll}
            onChange={selection.toggleAll}
          />
          {t('keys.key')}
        </div>
        {languages.map((language) => (
          <div key={language} className="grid-cell" role="columnheader">
            {languageName(language, i18n.language)}
          </div>
        ))}
      </div>
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
