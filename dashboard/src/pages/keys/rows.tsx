import { memo, type ReactNode } from 'react';
import type { Draft } from '../../components/texts/drafts';
import type { Key } from './pages-snapshot';
import { Row } from './row';
import type { Place } from './use-place';
import type { Selection } from './use-selection';

export interface RowsProps {
  projectId: string;
  /** The parameters of the address, which a key is opened with. */
  search: string;
  /** The number of the first row in the list. */
  first: number;
  count: number;
  /** The keys of the rows; undefined while they are read. */
  keys: readonly Key[] | undefined;
  /** Where the key of the first row is among the keys. */
  offset: number;
  /** The languages of the columns; the source language is the first. */
  languages: readonly string[];
  drafts: ReadonlyMap<string, Draft>;
  /** The cell that has the focus, if it is in one of these rows. */
  active: Place | undefined;
  /** The editor of that cell, while a person writes there. */
  editor: ReactNode;
  selection: Selection;
  onClick: (row: number, column: number, isSecond: boolean) => void;
}

/** Some rows, one below the other. They render again only if one of them has changed, not when the list scrolls. */
export const Rows = memo(function Rows(props: RowsProps) {
  const { projectId, search, first, count, keys, offset, languages, drafts, active, editor, selection, onClick } =
    props;
  return Array.from({ length: count }, (_, place) => {
    const row = first + place;
    const key = keys?.[offset + place];
    const isSelected = key !== undefined && selection.has(key.id);
    const isActive = active?.row === row;
    return (
      <div key={row} className="grid-row" role="row" aria-rowindex={row + 2} aria-selected={isSelected}>
        <Row
          projectId={projectId}
          search={search}
          rowKey={key}
          row={row}
          languages={languages}
          drafts={drafts}
          activeColumn={isActive ? active.column : undefined}
          editor={isActive ? editor : undefined}
          isSelected={isSelected}
          onClick={onClick}
          onSelect={selection.toggle}
        />
      </div>
    );
  });
});
