import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { Text } from '@mantine/core';
import { ProblemError } from '../api/problem';
import { languageName } from '../languages';

/** Shows why a request failed, with the id under which the log of the service has the details. */
export function showProblem(error: unknown): void {
  const { title, detail, requestId } = describeProblem(error);
  notifications.show({
    color: 'red',
    autoClose: 15_000,
    withBorder: true,
    title,
    closeButtonProps: { 'aria-label': i18next.t('close') },
    message: (
      <>
        <Text size="sm">{detail}</Text>
        {requestId !== undefined && (
          <Text size="xs" c="dimmed">
            {i18next.t('problem.request', { id: requestId })}
          </Text>
        )}
      </>
    ),
  });
}

export function showDone(message: string): void {
  notifications.show({
    color: 'teal',
    message,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('close') },
  });
}

export function describeProblem(error: unknown): { title: string; detail: string; requestId?: string } {
  if (!(error instanceof ProblemError)) {
    return { title: i18next.t('problem.failed'), detail: error instanceof Error ? error.message : String(error) };
  }
  const { problem } = error;
  if (!problem) return { title: i18next.t('problem.offline'), detail: i18next.t('problem.offlineDetail') };
  const details = (problem.errors ?? [])
    .slice(0, 5)
    .map(({ pointer, parameter, line, key, language, detail }) =>
      [
        pointer ?? parameter ?? (line === undefined ? undefined : i18next.t('problem.line', { line })),
        key,
        language === undefined ? undefined : languageName(language, i18next.language),
        detail,
      ]
        .filter(Boolean)
        .join(': '),
    );
  const detail =
    details.length > 0
      ? [problem.detail, ...details.filter((text) => text !== problem.detail)].join(' · ')
      : problem.detail;
  return { title: i18next.t('problem.refused'), detail, requestId: problem.requestId };
}
