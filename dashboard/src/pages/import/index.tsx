import { Alert, Button, Card, FileButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Schemas } from '../../api/client';
import { projectQuery } from '../../api/queries';
import { Loaded } from '../../components/loaded';
import { Page } from '../../components/page';
import { useScope } from '../../session';
import { FileCard } from './file-card';
import { isReady } from './import-file';
import { OptionsCard } from './options-card';
import { ImportDone } from './import-done';
import { type Total, useImport } from './use-import';

export function ImportPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const project = useQuery(projectQuery(id));
  const canImport = useScope('translations:write');
  return (
    <Page title={t('import.title')} hint={t('import.hint')}>
      {canImport ? (
        <Loaded query={project}>{(data) => <Import key={data.id} project={data} />}</Loaded>
      ) : (
        <Alert color="gray">{t('import.notAllowed')}</Alert>
      )}
    </Page>
  );
}

function Import({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  /** Lets a file be chosen again after it was removed. */
  const resetChooser = useRef<() => void>(null);
  const [done, setDone] = useState<Total>();
  const files = useImport(project.id, (total) => {
    setDone(total);
    return Promise.resolve();
  });
  const { entries, options, plan, write } = files;
  const isBusy = plan.isPending || write.isPending;
  const waiting = entries.filter(({ isDone }) => !isDone);
  const isPlanned = waiting.length > 0 && waiting.every((entry) => entry.plan !== undefined);
  const canWrite = isPlanned && waiting.every(isReady);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) files.add([...event.dataTransfer.files]);
  };
  return (
    <Stack>
      {done && entries.length === 0 && <ImportDone projectId={project.id} total={done} />}
      <Card
        withBorder
        className={isOver ? 'drop-target' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Group justify="space-between">
          <div>
            <Text fw={600}>{t('import.files')}</Text>
            <Text size="sm" c="dimmed">
              {t('import.filesHint')}
            </Text>
          </div>
          <FileButton
            multiple
            resetRef={resetChooser}
            onChange={(chosen) => {
              files.add(chosen);
              resetChooser.current?.();
            }}
            disabled={isBusy}
          >
            {(props) => (
              <Button variant="default" {...props}>
                {t('import.choose')}
              </Button>
            )}
          </FileButton>
        </Group>
      </Card>
      {entries.length > 0 && (
        <>
          <OptionsCard options={options} onChange={files.setOptions} isBusy={isBusy} />
          {entries.map((entry) => (
            <FileCard
              key={entry.id}
              entry={entry}
              project={project}
              options={options}
              isBusy={isBusy}
              onChoose={(values) => files.choose(entry.id, values)}
              onMerge={(base) => files.merge(entry, base)}
              onSettle={(values) => files.settle(entry.id, values)}
              onRemove={() => files.remove(entry.id)}
            />
          ))}
          {files.isPlanChanged && (
            <Alert color="orange" variant="outline" role="alert">
              {t('import.planChanged')}
            </Alert>
          )}
          <Group>
            <Button
              variant={isPlanned ? 'default' : 'filled'}
              loading={plan.isPending}
              disabled={waiting.length === 0 || write.isPending}
              onClick={() => plan.mutate(undefined)}
            >
              {t('import.preview')}
            </Button>
            <Button loading={write.isPending} disabled={!canWrite || plan.isPending} onClick={() => write.mutate()}>
              {t('import.submit')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
