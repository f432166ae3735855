import { Alert, Button, Card, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Schemas } from '../../api/client';
import { formatsQuery, projectQuery } from '../../api/queries';
import { CopyButton } from '../../components/copy-button';
import { lossText, warningText } from '../../components/answer';
import { Lines } from '../../components/lines';
import { Loaded } from '../../components/loaded';
import { Page } from '../../components/page';
import { ProblemAlert } from '../../components/problem-alert';
import { useScope } from '../../session';
import { download, readWarnings } from './download';
import { ExportOptions, type Options, toQuery } from './export-options';

export function ExportPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const project = useQuery(projectQuery(id));
  const canExport = useScope('translations:read');
  return (
    <Page title={t('export.title')} hint={t('export.hint')}>
      {canExport ? (
        <Loaded query={project}>{(data) => <Export key={data.id} project={data} />}</Loaded>
      ) : (
        <Alert color="gray">{t('export.notAllowed')}</Alert>
      )}
    </Page>
  );
}

function Export({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t } = useTranslation();
  const { data: formats = [] } = useQuery(formatsQuery);
  const [options, setOptions] = useState<Options>({
    format: 'json',
    languages: [project.sourceLanguage],
    tags: [],
    minState: null,
    fallback: null,
    layout: 'template',
    revision: '',
    isEmpty: false,
    isSkipping: false,
  });
  const path = `/api/v1/projects/${project.id}/export?${toQuery(options).toString()}`;
  const save = useMutation({ meta: { shownByPage: true }, mutationFn: () => download(path) });
  const check = useMutation({ meta: { shownByPage: true }, mutationFn: () => readWarnings(path) });
  const losses = formats.find(({ id }) => id === options.format)?.losses ?? [];
  const curl = `curl -OJ -H "Authorization: Bearer $API_KEY" '${location.origin}${path}'`;
  const isComplete = options.languages.length > 0;
  return (
    <Card withBorder maw={720}>
      <Stack>
        <ExportOptions
          project={project}
          formats={formats}
          options={options}
          onChange={(values) => {
            setOptions((current) => ({ ...current, ...values }));
            save.reset();
            check.reset();
          }}
        />
        {losses.length > 0 && (
          <Alert color="gray" variant="outline" title={t('export.losses')}>
            <Lines lines={losses.map(lossText)} count={losses.length} />
          </Alert>
        )}
        {check.data?.warningCount === 0 && <Text role="status">{t('export.noWarnings')}</Text>}
        {check.data && check.data.warningCount > 0 && (
          <Alert color="gray" variant="outline" title={t('export.warnings', { count: check.data.warningCount })}>
            <Lines
              lines={check.data.warnings.map((warning) =>
                [warning.key, warning.language, warningText(warning)].filter(Boolean).join(': '),
              )}
              count={check.data.warningCount}
            />
          </Alert>
        )}
        {save.error && <ProblemAlert error={save.error} />}
        {check.error && <ProblemAlert error={check.error} />}
        <Group>
          <Button loading={save.isPending} disabled={!isComplete} onClick={() => save.mutate()}>
            {t('export.download')}
          </Button>
          <Button variant="default" loading={check.isPending} disabled={!isComplete} onClick={() => check.mutate()}>
            {t('export.check')}
          </Button>
          {save.data !== undefined && save.data > 0 && (
            <Text size="sm" role="status">
              {t('export.warnings', { count: save.data })}
            </Text>
          )}
        </Group>
        <Stack gap={4}>
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {t('export.curl')}
            </Text>
            <CopyButton size="compact-xs" text={curl} />
          </Group>
          <Code block tabIndex={0} data-testid="curl">
            {curl}
          </Code>
        </Stack>
      </Stack>
    </Card>
  );
}
