import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { warningText } from '../../components/answer';
import { Lines } from '../../components/lines';
import { Loading } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { languageName } from '../../languages';
import { type Import, importFiles, type Result } from './import-file';
import { PlanTable } from './plan-table';

/** Shows the plan of the files. The import does exactly this, or nothing. */
export function Plan({ started, plan, projectId }: { started: Import; plan: Result; projectId: string }) {
  const { t, i18n } = useTranslation();
  const [shown, setShown] = useState<'changes' | 'skipped'>('changes');
  const { imported, updated, skipped, details, warnings = [], warningCount = 0 } = plan;
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {t('import.plan', { imported, updated, skipped })}
      </Text>
      {details !== undefined && (details.createdKeys > 0 || details.createdLanguages.length > 0) && (
        <Text size="sm">
          {[
            details.createdKeys > 0 ? t('import.createsKeys', { count: details.createdKeys }) : '',
            details.createdLanguages.length > 0
              ? t('import.addsLanguages', {
                  list: details.createdLanguages.map((tag) => languageName(tag, i18n.language)).join(', '),
                })
              : '',
          ].join(' ')}
        </Text>
      )}
      {details !== undefined && details.removedTextCount > 0 && (
        <Alert color="red" variant="outline" title={t('import.removes', { count: details.removedTextCount })}>
          <Lines
            lines={details.removedTexts.map(({ key, language }) => `${key} (${language})`)}
            count={details.removedTextCount}
          />
        </Alert>
      )}
      {details !== undefined && details.deletedKeyCount > 0 && (
        <Alert color="red" variant="outline" title={t('import.deletes', { count: details.deletedKeyCount })}>
          <Lines lines={details.deletedKeys} count={details.deletedKeyCount} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="gray" variant="outline" title={t('import.warnings', { count: warningCount })}>
          <Lines
            lines={warnings.map((warning) =>
              [
                warning.line === undefined ? undefined : t('problem.line', { line: warning.line }),
                warning.key,
                warningText(warning),
              ]
                .filter(Boolean)
                .join(': '),
            )}
            count={warningCount}
          />
        </Alert>
      )}
      <SegmentedControl
        aria-label={t('import.show')}
        value={shown}
        onChange={setShown}
        data={[
          { value: 'changes', label: t('import.changes') },
          { value: 'skipped', label: t('import.skipped') },
        ]}
      />
      <Pairs key={shown} started={started} plan={plan} projectId={projectId} shown={shown} />
    </Stack>
  );
}

/** The pages of the pairs that change, of which the plan has the first, or of those that are skipped. */
function Pairs({
  started,
  plan,
  projectId,
  shown,
}: {
  started: Import;
  plan: Result;
  projectId: string;
  shown: 'changes' | 'skipped';
}) {
  const { t } = useTranslation();
  const pages = useInfiniteQuery({
    queryKey: ['plan', projectId, plan.revision, started.options, started.base, filesOf(started), shown],
    queryFn: ({ pageParam }) =>
      importFiles(projectId, started, {
        dryRun: true,
        detailsOf: shown,
        ifRevision: plan.revision,
        ...(pageParam !== undefined && { detailsCursor: pageParam }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ details }: Result) => details?.nextCursor ?? undefined,
    ...(shown === 'changes' && { initialData: { pages: [plan], pageParams: [undefined] } }),
    // A page is part of the plan that was made: a new preview makes new pages.
    staleTime: 'static',
    gcTime: 0,
  });
  const pairs = pages.data?.pages.flatMap(({ details }) => details?.pairs ?? []) ?? [];
  const findings = pages.data?.pages.flatMap(({ details }) => details?.findings ?? []) ?? [];
  return (
    <>
      {pages.isPending && <Loading />}
      {pages.error && <ProblemAlert error={pages.error} retry={() => void pages.fetchNextPage()} />}
      {pages.data && pairs.length === 0 && (
        <Text c="dimmed">{shown === 'changes' ? t('import.noChanges') : t('import.noneSkipped')}</Text>
      )}
      {findings.length > 0 && (
        <Text size="sm" c="red" role="status">
          {t('import.findings', { count: findings.length })}
        </Text>
      )}
      {pairs.length > 0 && <PlanTable pairs={pairs} findings={findings} />}
      {pages.hasNextPage && (
        <Group>
          <Button
            size="xs"
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('more')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('import.shown', { count: pairs.length })}
          </Text>
        </Group>
      )}
    </>
  );
}

/** The identity of the files of a plan. */
const filesOf = ({ files }: Import) => files.map(({ id, name, format, language }) => [id, name, format, language]);
