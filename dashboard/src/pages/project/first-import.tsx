import { Button, Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CopyButton } from '../../components/copy-button';
import { Empty } from '../../components/page';
import { useScope } from '../../session';

/** The ways to bring the texts of an application into a project that has none. */
export function FirstImport({ project: { id, name } }: { project: { id: string; name: string } }) {
  const { t } = useTranslation();
  const canImport = useScope('translations:write');
  if (!canImport) return <Empty title={t('keys.empty')}>{t('overview.cannotImport')}</Empty>;
  const lines = `glossa init --yes --name ${quoted(name)}\nglossa push`;
  return (
    <Empty
      title={t('overview.firstImport')}
      action={
        <Stack align="center" gap="sm">
          <Button component={Link} to={`/projects/${id}/import`}>
            {t('import.choose')}
          </Button>
          <Text size="sm" mt="md">
            {t('overview.commandLine')}
          </Text>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {lines}
          </Code>
          <CopyButton size="xs" text={lines} of={t('overview.commands')} />
        </Stack>
      }
    >
      {t('overview.firstImportHint')}
    </Empty>
  );
}

/** Quotes an argument for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
