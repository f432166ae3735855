import { Center, Group, Stack, Text, Title } from '@mantine/core';
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
    <Stack className="page">
      <Group justify="space-between" className="page-head">
        <div className="page-title">
          <Title order={1} size="h3" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {hint !== undefined && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </Group>
      {children}
    </Stack>
  );
}

/** Says that a page has nothing to show yet, and names the next step. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Center py={48}>
      <Stack align="center" gap="xs" maw={440}>
        <EmptyPicture />
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

/** Two texts, of which one is not written yet. */
function EmptyPicture() {
  return (
    <svg className="empty-picture" width="96" height="64" viewBox="0 0 96 64" aria-hidden="true">
      <rect x="1" y="7" width="44" height="50" rx="8" />
      <path d="M11 20h24M11 30h18M11 40h22" />
      <rect x="51" y="7" width="44" height="50" rx="8" strokeDasharray="4 4" />
      <path className="empty-picture-accent" d="M61 20h8" />
    </svg>
  );
}

export function Loading() {
  return <LoadingLines widths={[70, 90, 60, 80]} />;
}

/** A part of a page that is being read. */
export function LoadingPart() {
  return <LoadingLines widths={[85, 55]} isPart />;
}

/** Lines in place of texts. @param widths in percent */
function LoadingLines({ widths, isPart }: { widths: readonly number[]; isPart?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="loading" data-part={isPart} role="status" aria-label={t('loading')}>
      {widths.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
