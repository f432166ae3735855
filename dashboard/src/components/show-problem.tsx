import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { Button, Group, Text } from '@mantine/core';
import { ProblemError } from '../api/problem';
import { languageName } from '../languages';
import { errorText } from './answer';

interface Failure {
  title: string;
  detail: string;
  requestId?: string;
}

/** Shows why a request failed, with the id under which the log of the service has the details. */
export const showProblem = (error: unknown): void => showFailure(describeProblem(error));

export function showFailure({ title, detail, requestId }: Failure): void {
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

export const showDone = (message: string): void => showMessage(message, 'teal');

/** Says why nothing was done. What was said before is not repeated. */
export const showNote = (message: string): void => showMessage(message, 'gray', message);

function showMessage(message: string, color: string, id?: string): void {
  notifications.show({
    ...(id !== undefined && { id }),
    color,
    message,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('close') },
  });
}

/** Says what was done, and offers to take it back. */
export function showUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    color: 'teal',
    withBorder: true,
    autoClose: 10_000,
    closeButtonProps: { 'aria-label': i18next.t('close') },
    message: (
      <Group gap="sm" justify="space-between" wrap="nowrap">
        {message}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {i18next.t('undo.undo')}
        </Button>
      </Group>
    ),
  });
}

/** Returns the text for an answer that a proxy before the service gave. */
function proxySentence(status: number): string {
  if (status === 413) return 'problem.tooLarge';
  return [502, 503, 504].includes(status) ? 'problem.noAnswer' : 'problem.otherAnswer';
}

export function describeProblem(error: unknown): Failure {
  if (!(error instanceof ProblemError)) {
    return { title: i18next.t('problem.failed'), detail: error instanceof Error ? error.message : String(error) };
  }
  const { problem, status } = error;
  if (!problem && status === 0)
    return { title: i18next.t('problem.offline'), detail: i18next.t('problem.offlineDetail') };
  if (!problem) return { title: i18next.t('problem.failed'), detail: i18next.t(proxySentence(status), { status }) };
  const details = (problem.errors ?? [])
    .slice(0, 5)
    .map(({ file, pointer, parameter, line, key, language, ...error }) => {
      const text = errorText(error);
      return [
        // Most sentences about one of several files name it.
        file === undefined || text.includes(file) ? undefined : file,
        pointer ?? parameter ?? (line === undefined ? undefined : i18next.t('problem.line', { line })),
        key,
        language === undefined ? undefined : languageName(language, i18next.language),
        text,
      ]
        .filter(Boolean)
        .join(': ');
    });
  const sentence = errorText(problem);
  const detail = [sentence, ...details.filter((text) => text !== sentence)].join(' · ');
  return { title: i18next.t('problem.refused'), detail, requestId: problem.requestId };
}
