import { Button, Group, Text } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { Schemas } from '../../api/client';
import { useKeysAddress } from '../keys/address';
import { useKeyPages } from '../keys/use-key-pages';
import { useKeepPlace } from '../keys/use-place';

/** Leads to the previous and the next key of the list that the person came from, with its filters and its order. */
export function KeysBeside({ project, keyId }: { project: Schemas['ProjectDetails']; keyId: string }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const { query } = useKeysAddress(project);
  const pages = useKeyPages(project.id, query);
  const keepPlace = useKeepPlace(project.id, query);
  const { count } = useSyncExternalStore(pages.subscribe, pages.getSnapshot);
  const row = pages.rowOf(keyId);
  // The list has this key in hand when the person goes back.
  useEffect(() => {
    if (row === undefined) return;
    pages.show(row, row);
    keepPlace((known) => ({ column: known?.column ?? 0, row, keyId }));
  }, [pages, row, keyId, keepPlace]);
  if (row === undefined) return null;
  const link = (other: number, label: string) => {
    const key = pages.keyAt(other);
    return (
      key && (
        <Button
          component={Link}
          to={`/projects/${project.id}/keys/${key.id}${search}`}
          size="compact-sm"
          variant="default"
          title={key.name}
        >
          {label}
        </Button>
      )
    );
  };
  return (
    <Group gap="xs" component="nav" aria-label={t('key.inList')}>
      {count !== undefined && (
        <Text size="sm" c="dimmed">
          {t('key.place', { place: row + 1, count })}
        </Text>
      )}
      {link(row - 1, t('key.previous'))}
      {link(row + 1, t('key.next'))}
    </Group>
  );
}
