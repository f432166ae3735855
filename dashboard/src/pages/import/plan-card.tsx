import { Card, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Conflicts } from './conflicts';
import { conflictsOf, type Import, offeredBase, refusedFile } from './import-file';
import { MadeFrom, MergeOffer } from './made-from';
import { Plan } from './plan';
import { Refusal } from './refusal';

/** The parts of a plan that the files of an import share: the base, the upload, and the changes. */
export function PlanCard({
  started,
  projectId,
  isBusy,
  onMerge,
  onSettle,
}: {
  started: Import;
  projectId: string;
  isBusy: boolean;
  /** @param base null: the files are not merged */
  onMerge: (base: number | null) => void;
  onSettle: (values: Pick<Import, 'choices' | 'rest'>) => void;
}) {
  const { t } = useTranslation();
  const { files, base, sending, plan, error } = started;
  const [first, ...others] = files;
  const offered = offeredBase(started);
  const conflicts = plan && conflictsOf(plan);
  const name = others.length === 0 ? (first?.name ?? '') : t('import.filesCount', { count: files.length });
  return (
    <Card withBorder component="section" aria-label={t('import.together')}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MadeFrom projectId={projectId} value={base} onChange={onMerge} disabled={isBusy} />
        </SimpleGrid>
        {sending && (
          <div>
            <Progress.Root size="lg">
              <Progress.Section value={sending.share * 100} aria-label={t('import.upload', { name })} />
            </Progress.Root>
            <Text size="sm" c="dimmed">
              {sending.share < 1 ? t('import.sent', { percent: Math.floor(sending.share * 100) }) : t('import.working')}
            </Text>
          </div>
        )}
        {error !== undefined && refusedFile(started) === undefined && <Refusal error={error} />}
        {offered && <MergeOffer base={offered} projectId={projectId} isBusy={isBusy} onAnswer={onMerge} />}
        {conflicts && conflicts.count > 0 && (
          <Conflicts found={conflicts} entry={started} isBusy={isBusy} onChoose={onSettle} />
        )}
        {plan && <Plan started={started} plan={plan} projectId={projectId} />}
      </Stack>
    </Card>
  );
}
