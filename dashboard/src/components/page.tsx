import { Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The heading and the content of a page. */
export function Page({
  title,
  actions,
  children,
  hint,
}: {
  title: string;
  actions?: ReactNode;
  hint?: string;
  children: ReactNode;
}) {
  useDocumentTitle(`${title} · Glossa`);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end">
        <div style={{ flex: '1 1 0', minWidth: 200 }}>
          <Title order={1} size="h2" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {hint !== undefined && <Text c="dimmed">{hint}</Text>}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}

/** Says that a page has nothing to show yet, and names the next step. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Center py={60}>
      <Stack align="center" gap="xs" maw={440}>
        <Text fw={600} size="lg" ta="center">
          {title}
        </Text>
        {children !== undefined && (
          <Text c="dimmed" ta="center">
            {children}
          </Text>
        )}
        {action !== undefined && <div>{action}</div>}
      </Stack>
    </Center>
  );
}

export function Loading() {
  const { t } = useTranslation();
  return (
    <Center py={80}>
      <Loader aria-label={t('loading')} role="status" />
    </Center>
  );
}
