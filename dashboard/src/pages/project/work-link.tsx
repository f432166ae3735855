import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** A number, or a name, that leads to the keys it is about. There is nothing to go to for 0. */
export function WorkLink({
  projectId,
  query,
  count,
  children,
}: {
  projectId: string;
  /** The query of the address of the keys, without `?`. */
  query: string;
  count?: number;
  children?: ReactNode;
}) {
  const { i18n } = useTranslation();
  if (count === 0)
    return (
      <Text span size="sm" c="dimmed">
        0
      </Text>
    );
  return (
    <Anchor component={Link} to={`/projects/${projectId}/keys?${query}`} size="sm">
      {count === undefined ? children : new Intl.NumberFormat(i18n.language).format(count)}
    </Anchor>
  );
}

/** The number of findings of keys, as a link to these. It may come after the page, or not at all. */
export function FindingsLink({
  counts,
  ...link
}: {
  projectId: string;
  query: string;
  /** Undefined: they are not known. */
  counts: Readonly<Record<string, number>> | undefined;
}) {
  if (!counts) return '–';
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return <WorkLink {...link} count={count} />;
}
