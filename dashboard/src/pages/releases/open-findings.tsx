import { Anchor, Badge, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Loaded } from '../../components/loaded';
import type { CheckCode } from '../../components/texts/messages';
import { languageName } from '../../languages';
import { useScope } from '../../session';
import { keysWithFinding } from './keys-with-finding';
import { findingCountsQuery } from './releases-data';

/** Counts what the checks find in the texts of some languages, each with a link to its keys. */
export function OpenFindings({
  projectId,
  languages,
  failOn,
}: {
  projectId: string;
  languages: readonly string[];
  failOn: readonly CheckCode[];
}) {
  const { t, i18n } = useTranslation();
  const canRead = useScope('translations:read');
  const counts = useQuery({ ...findingCountsQuery(projectId), enabled: canRead });
  return (
    <Card withBorder component="section" aria-label={t('releases.findings')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('releases.findings')}
        </Title>
        {canRead ? (
          <Loaded query={counts}>
            {(found) => {
              const rows = languages.flatMap((language) =>
                Object.entries(found[language] ?? {}).map(([code, count]) => ({ language, code, count })),
              );
              if (rows.length === 0) return <Text>{t('releases.noFindings')}</Text>;
              return (
                <List listStyleType="none" spacing={6}>
                  {rows.map(({ language, code, count }) => (
                    <List.Item key={`${language}/${code}`}>
                      <Group gap="xs">
                        <Anchor component={Link} to={keysWithFinding(projectId, { language, code })} size="sm">
                          {languageName(language, i18n.language)}: {t(`checks.${code}`)}
                        </Anchor>
                        <Text size="sm">{new Intl.NumberFormat(i18n.language).format(count)}</Text>
                        {failOn.some((refused) => refused === code) && (
                          <Badge color="red" variant="outline" tt="none">
                            {t('releases.refuses')}
                          </Badge>
                        )}
                      </Group>
                    </List.Item>
                  ))}
                </List>
              );
            }}
          </Loaded>
        ) : (
          <Text c="dimmed">{t('export.notAllowed')}</Text>
        )}
      </Stack>
    </Card>
  );
}
