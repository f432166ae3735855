import { Alert, Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Result } from './import-file';

/** Says what an import did, with the ways on from here. */
export function ImportDone({ projectId, total }: { projectId: string; total: Result }) {
  const { t } = useTranslation();
  const { revision, imported, updated, skipped } = total;
  const link = (path: string, text: string) => (
    <Anchor component={Link} to={`/projects/${projectId}${path}`} size="sm">
      {text}
    </Anchor>
  );
  return (
    <Alert color="teal" variant="outline" role="status">
      <Text size="sm">{t('import.done', { imported, updated, skipped })}</Text>
      <Group gap="md" mt={4}>
        {revision !== undefined && link(`/history/${revision}`, t('import.seeChange'))}
        {link('/keys', t('import.seeKeys'))}
        {link('', t('import.seeProject'))}
      </Group>
    </Alert>
  );
}
