import { Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, Form } from '../../components/dialog';
import { ProblemAlert } from '../../components/problem-alert';
import { focusContent } from '../../components/skip-link';
import { type BulkChange, type BulkProgress, type BulkTarget, sendBulk } from './bulk';
import { type BulkRun, numbersOf } from './use-bulk';

/** A change that a person is asked about. */
export interface AskedChange {
  /** The title of the dialog and the text of its button. */
  action: string;
  color?: string;
  change: BulkChange;
  /** What the person sees beside the numbers. */
  hint?: ReactNode;
}

interface BulkDialogProps {
  projectId: string;
  target: BulkTarget;
  asked: AskedChange | undefined;
  run: BulkRun;
  onClose: () => void;
  onDone: (change: BulkChange) => void;
}

const SKIPPED = [
  'unchanged',
  'noText',
  'noSource',
  'hasText',
  'protected',
  'languageNotAllowed',
  'tooManyTags',
] as const;

/** Asks with the numbers of what would change, and shows the progress of a change that takes longer. */
export function BulkDialog({ projectId, target, asked, run, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation();
  const { progress } = run;
  const close = () => {
    // A change that is under way goes on until the person stops it.
    if (!run.isPending) onClose();
  };
  return (
    <Dialog
      opened={asked !== undefined || progress !== undefined}
      onClose={close}
      title={asked?.action ?? t('keys.selection')}
      withCloseButton={!run.isPending}
      // The item of the menu that opened the dialog is no longer in the page.
      returnFocus={false}
      onExitTransitionEnd={focusContent}
    >
      {progress && <ProgressOfChange progress={progress} stop={run.stop} />}
      {asked && (
        <div hidden={progress !== undefined}>
          <Question
            {...{ projectId, target, asked, run }}
            onClose={close}
            onDone={(change) => {
              onClose();
              if (change) onDone(change);
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

/** How far a change is, with a button that stops it. The button has the focus: the question that had it is hidden. */
export function ProgressOfChange({ progress, stop }: { progress: BulkProgress; stop: () => void }) {
  const { t } = useTranslation();
  const text = t('keys.bulk.progress', { ...progress });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Stack>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress value={(100 * progress.done) / Math.max(1, progress.total)} aria-label={text} />
      <Group justify="end">
        <Button ref={button} variant="default" onClick={stop} data-autofocus>
          {t('keys.bulk.stop')}
        </Button>
      </Group>
    </Stack>
  );
}

interface QuestionProps extends Omit<BulkDialogProps, 'onDone'> {
  asked: AskedChange;
  /** Receives the change that was done; undefined: it was stopped. */
  onDone: (change: BulkChange | undefined) => void;
}

function Question({ projectId, target, asked, run, onClose, onDone }: QuestionProps) {
  const { t } = useTranslation();
  const { change, action, color, hint } = asked;
  const numbers = useQuery({
    queryKey: ['bulk', projectId, target, change],
    queryFn: async ({ signal }) => (await sendBulk(projectId, { ...target, ...change, dryRun: true }, { signal })).bulk,
    gcTime: 0,
    retry: false,
  });
  const { data } = numbers;
  const changes = data ? numbersOf(data) : [];
  const skipped = data ? SKIPPED.filter((reason) => data.skipped[reason] > 0) : [];
  return (
    <Form
      submit={action}
      color={color}
      send={() => run.run(change)}
      onDone={(done) => onDone(done && change)}
      onCancel={onClose}
      isComplete={changes.length > 0}
    >
      {hint}
      {numbers.error && <ProblemAlert error={numbers.error} retry={() => void numbers.refetch()} />}
      <div role="status">
        {numbers.isPending && <Text size="sm">{t('keys.bulk.counting')}</Text>}
        {data && (
          <Stack gap="xs">
            <Text size="sm">
              {[t('keys.bulk.selected', { count: data.keys }), ...changes].join(' ')}
              {changes.length === 0 && ` ${t('keys.bulk.nothing')}`}
            </Text>
            {skipped.length > 0 && (
              <div>
                <Text size="sm">{t('keys.bulk.stays')}</Text>
                <List size="sm">
                  {skipped.map((reason) => (
                    <List.Item key={reason}>{t(`keys.bulk.${reason}`, { count: data.skipped[reason] })}</List.Item>
                  ))}
                </List>
              </div>
            )}
          </Stack>
        )}
      </div>
    </Form>
  );
}
