import './table-with-actions.css';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * A table whose last column has the actions on each row. It scrolls sideways where the window is narrower than `minWidth` pixels. On a
 * phone, the cells of a row are below each other, each with the heading of its column.
 */
export function TableWithActions({
  columns,
  minWidth = 640,
  children,
}: {
  /** The headings of the other columns. */
  columns: readonly string[];
  minWidth?: number;
  /** Rows. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      className="action-table"
      style={Object.fromEntries(columns.map((heading, index) => [`--heading-${index + 1}`, JSON.stringify(heading)]))}
    >
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
            <Table.Th>
              <span className="visually-hidden">{t('actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
