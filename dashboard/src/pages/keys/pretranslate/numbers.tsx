import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Form } from '../../../components/dialog';
import { ProblemAlert } from '../../../components/problem-alert';
import { useProviderName } from '../../../components/provider-name';
import { undoChange } from '../use-bulk';
import { machineQuery, type Pretranslated, type Pretranslation, useCounts } from './pretranslation';

const useName = (): string => useProviderName(useQuery(machineQuery).data?.provider) ?? '';

interface CountsProps {
  projectId: string;
  asked: Pretranslation;
  /** Does what was counted. */
  run: () => Promise<unknown>;
  onCancel: () => void;
  /** Counts what is behind the texts that were counted. */
  onContinue: (cursor: string) => void;
}

/** Says that more texts are missing, and continues with them. */
function More({ cursor, onContinue }: { cursor: string; onContinue: (cursor: string) => void }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <Text size="sm">{t('keys.pretranslate.more')}</Text>
      <Button size="compact-sm" variant="default" onClick={() => onContinue(cursor)}>
        {t('keys.pretranslate.continue')}
      </Button>
    </Group>
  );
}

/** Shows how many texts the memory has, and how many a machine would be asked for, before anything is done. */
export function Counts({ projectId, asked, run, onCancel, onContinue }: CountsProps) {
  const { t } = useTranslation();
  const name = useName();
  const counts = useCounts(projectId, asked);
  const { data } = counts;
  const [memory, machine] = [data?.memory ?? 0, data?.machine ?? 0];
  const left = (data?.missing ?? 0) - memory - machine;
  return (
    <Form
      submit={t('keys.pretranslate.run', { count: memory + machine })}
      send={run}
      onDone={() => undefined}
      onCancel={onCancel}
      isComplete={memory + machine > 0}
    >
      {counts.error && <ProblemAlert error={counts.error} retry={() => void counts.refetch()} />}
      <div role="status">
        {counts.isPending && <Text size="sm">{t('keys.pretranslate.counting')}</Text>}
        {data?.missing === 0 && <Text size="sm">{t('keys.pretranslate.none')}</Text>}
        {data && data.missing > 0 && (
          <>
            <Text size="sm">{t('keys.pretranslate.missing', { count: data.missing })}</Text>
            <List size="sm">
              <List.Item>{t('keys.pretranslate.memory', { count: memory })}</List.Item>
              {asked.machine && <List.Item>{t('keys.pretranslate.byMachine', { count: machine, name })}</List.Item>}
              {left > 0 && <List.Item>{t('keys.pretranslate.left', { count: left })}</List.Item>}
            </List>
            {data.nextCursor !== null && memory + machine > 0 && <Text size="sm">{t('keys.pretranslate.more')}</Text>}
            {data.nextCursor !== null && memory + machine === 0 && (
              <More cursor={data.nextCursor} onContinue={onContinue} />
            )}
          </>
        )}
      </div>
    </Form>
  );
}

interface DoneProps {
  projectId: string;
  done: Pretranslated;
  onClose: () => void;
  onChanged: () => void;
  onContinue: (cursor: string) => void;
}

/** Shows what was done, with the change and a button that undoes it. */
export function Done({ projectId, done: { result, revision }, onClose, onChanged, onContinue }: DoneProps) {
  const { t } = useTranslation();
  const name = useName();
  const { memory, machine, moved, failed, error, nextCursor } = result;
  const count = memory + machine;
  const reason = error === null ? '' : t(`panel.machineFailures.${error}`);
  return (
    <Stack>
      <div role="status">
        <Text size="sm">{t('keys.pretranslate.done', { count })}</Text>
        {moved > 0 && <Text size="sm">{t('keys.pretranslate.moved', { count: moved })}</Text>}
        {failed > 0 && <Text size="sm">{t('keys.pretranslate.failed', { count: failed, name, reason })}</Text>}
        {nextCursor !== null && <More cursor={nextCursor} onContinue={onContinue} />}
      </div>
      {count > 0 && (
        <Group justify="space-between">
          <Anchor component={Link} to={`/projects/${projectId}/history/${revision}`} size="sm">
            {t('keys.pretranslate.show')}
          </Anchor>
          <Button
            variant="default"
            onClick={() => {
              onClose();
              void undoChange(projectId, revision, onChanged);
            }}
          >
            {t('keys.bulk.undo')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
