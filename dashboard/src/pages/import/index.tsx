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
import { type Import, isReady, refusedFile } from './import-file';
import { OptionsCard } from './options-card';
import { ImportDone } from './import-done';
import { PlanCard } from './plan-card';
import { useImport } from './use-import';

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
  const current = useImport(project.id);
  const { started, sending } = current;
  const { files, options, done } = started;
  const isBusy = sending !== undefined;
  const isPlanned = started.plan !== undefined;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) current.add([...event.dataTransfer.files]);
  };
  return (
    <Stack>
      {done && files.length === 0 && <ImportDone projectId={project.id} total={done} />}
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
              current.add(chosen);
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
      {files.length > 0 && (
        <>
          <OptionsCard options={options} onChange={current.setOptions} isBusy={isBusy} />
          {files.map((chosen) => (
            <FileCard
              key={chosen.id}
              chosen={chosen}
              detected={detectedOf(started, chosen.name)}
              error={refusedFile(started) === chosen.name ? started.error : undefined}
              project={project}
              options={options}
              isBusy={isBusy}
              onChoose={(values) => current.choose(chosen.id, values)}
              onRemove={() => current.remove(chosen.id)}
            />
          ))}
          <PlanCard
            started={started}
            projectId={project.id}
            isBusy={isBusy}
            onMerge={current.merge}
            onSettle={current.settle}
          />
          <Group>
            <Button
              variant={isPlanned ? 'default' : 'filled'}
              loading={sending === 'plan'}
              disabled={sending === 'write'}
              onClick={current.plan}
            >
              {t('import.preview')}
            </Button>
            <Button
              loading={sending === 'write'}
              disabled={!isReady(started) || sending === 'plan'}
              onClick={current.write}
            >
              {t('import.submit')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

/** The part of the plan about a file; the plan of one file says it about the whole. */
const detectedOf = ({ files, plan }: Import, name: string) =>
  files.length === 1 ? plan?.details && pick(plan.details) : plan?.details?.files?.find((file) => file.name === name);

const pick = ({ format, languages }: { format: string; languages: string[] }) => ({ format, languages });
