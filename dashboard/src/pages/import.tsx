import { Alert, Button, Card, FileInput, Group, Select, Stack, Switch, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { bodyOf, type Schemas, send } from '../api/client';
import { formatsQuery, projectQuery } from '../api/queries';
import { Loading, Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';
import { showDone } from '../components/show-problem';
import { directionOf, languageName } from '../languages';

type Result = Schemas['ImportResult'];

interface Options {
  format: string | null;
  language: string | null;
  conflict: string;
  createLanguages: boolean;
  deleteMissing: boolean;
}

/** Sends a file as the body of an import, with the options in the query. */
async function importFile(
  projectId: string,
  file: File,
  options: Options,
  more: Record<string, string>,
): Promise<Result> {
  const { format, language, conflict, createLanguages, deleteMissing } = options;
  const query = new URLSearchParams({ filename: file.name, conflict, ...more });
  if (format !== null) query.set('format', format);
  if (language !== null) query.set('language', language);
  if (createLanguages) query.set('createLanguages', 'true');
  if (deleteMissing) query.set('deleteMissing', 'true');
  const url = `/api/v1/projects/${projectId}/import?${query.toString()}`;
  const headers = { 'Content-Type': 'application/octet-stream' };
  const response = await send(new Request(url, { method: 'POST', body: file, headers }));
  const body = (await response.json()) as unknown;
  return bodyOf<Result>({ response, ...(response.ok ? { data: body as Result } : { error: body }) });
}

export function ImportPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const project = useQuery(projectQuery(id));
  return (
    <Page title={t('import.title')} hint={t('import.hint')}>
      {project.isPending && <Loading />}
      {project.error && <ProblemAlert error={project.error} retry={() => void project.refetch()} />}
      {project.data && <Import project={project.data} />}
    </Page>
  );
}

function Import({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const formats = useQuery(formatsQuery);
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState<Options>({
    format: null,
    language: null,
    conflict: 'overwrite',
    createLanguages: false,
    deleteMissing: false,
  });
  const plan = useMutation({
    meta: { shownByPage: true },
    mutationFn: (chosen: File) => importFile(project.id, chosen, options, { dryRun: 'true', details: 'true' }),
  });
  const write = useMutation({
    meta: { shownByPage: true },
    mutationFn: ({ chosen, revision }: { chosen: File; revision: number }) =>
      importFile(project.id, chosen, options, { ifRevision: String(revision) }),
    onSuccess: async ({ imported, updated, skipped }) => {
      showDone(t('import.done', { imported, updated, skipped }));
      setFile(null);
      plan.reset();
      await client.invalidateQueries();
    },
  });
  const forget = () => {
    plan.reset();
    write.reset();
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    forget();
  };
  const set = (change: Partial<Options>) => {
    setOptions((current) => ({ ...current, ...change }));
    forget();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    choose(event.dataTransfer.files[0] ?? null);
  };
  const revision = plan.data?.revision;
  return (
    <Stack>
      <Card withBorder maw={720} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <Stack>
          <FileInput
            label={t('import.file')}
            description={t('import.fileHint')}
            placeholder={t('import.choose')}
            value={file}
            onChange={choose}
            clearable
            clearButtonProps={{ 'aria-label': t('import.clear') }}
          />
          <Group grow align="start">
            <Select
              label={t('import.format')}
              placeholder={t('import.detected')}
              data={
                formats.data?.filter((format) => format.import).map(({ id, name }) => ({ value: id, label: name })) ??
                []
              }
              value={options.format}
              onChange={(format) => set({ format })}
              searchable
              clearable
            />
            <Select
              label={t('import.language')}
              placeholder={t('import.detected')}
              data={[project.sourceLanguage, ...project.targetLanguages].map((tag) => ({
                value: tag,
                label: languageName(tag, i18n.language),
              }))}
              value={options.language}
              onChange={(language) => set({ language })}
              searchable
              clearable
            />
          </Group>
          <Switch
            label={t('import.keep')}
            checked={options.conflict === 'keep'}
            onChange={(event) => set({ conflict: event.currentTarget.checked ? 'keep' : 'overwrite' })}
          />
          <Switch
            label={t('import.createLanguages')}
            checked={options.createLanguages}
            onChange={(event) => set({ createLanguages: event.currentTarget.checked })}
          />
          <Switch
            label={t('import.deleteMissing')}
            checked={options.deleteMissing}
            onChange={(event) => set({ deleteMissing: event.currentTarget.checked })}
          />
          <Group>
            <Button
              variant="default"
              disabled={!file}
              loading={plan.isPending}
              onClick={() => {
                write.reset();
                if (file) plan.mutate(file);
              }}
            >
              {t('import.preview')}
            </Button>
          </Group>
        </Stack>
      </Card>
      {plan.error && <ProblemAlert error={plan.error} />}
      {plan.data && <Plan result={plan.data} />}
      {write.error && <ProblemAlert error={write.error} />}
      {plan.data && file && revision !== undefined && (
        <Group>
          <Button loading={write.isPending} onClick={() => write.mutate({ chosen: file, revision })}>
            {t('import.submit')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Shows the plan of an import. The import does exactly this, or nothing. */
function Plan({ result }: { result: Result }) {
  const { t, i18n } = useTranslation();
  const { imported, updated, skipped, details, warnings = [] } = result;
  const deleted = details?.deletedKeyCount ?? 0;
  const pairs = details?.pairs.filter(({ outcome }) => outcome !== 'skipped') ?? [];
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {t('import.plan', { imported, updated, skipped })}
      </Text>
      {deleted > 0 && (
        <Alert color="red" variant="outline">
          {t('import.deletes', { count: deleted })}
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert
          color="gray"
          variant="outline"
          title={t('import.warnings', { count: result.warningCount ?? warnings.length })}
        >
          {warnings.slice(0, 20).map(({ detail, key, line }, index) => (
            <Text key={index} size="sm">
              {[line === undefined ? undefined : t('problem.line', { line }), key, detail].filter(Boolean).join(': ')}
            </Text>
          ))}
        </Alert>
      )}
      {pairs.length > 0 && (
        <Table.ScrollContainer minWidth={720} mah={480} tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('keys.key')}</Table.Th>
                <Table.Th>{t('import.language')}</Table.Th>
                <Table.Th>{t('import.before')}</Table.Th>
                <Table.Th>{t('import.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {pairs.slice(0, 200).map(({ key, language, before, after }) => (
                <Table.Tr key={`${language} ${key}`}>
                  <Table.Td className="key-name" style={{ overflowWrap: 'anywhere' }}>
                    {key}
                  </Table.Td>
                  <Table.Td>{languageName(language, i18n.language)}</Table.Td>
                  <Table.Td lang={language} dir={directionOf(language)}>
                    {before}
                  </Table.Td>
                  <Table.Td lang={language} dir={directionOf(language)}>
                    {after}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {imported + updated > 200 && <Text c="dimmed">{t('import.first', { count: Math.min(200, pairs.length) })}</Text>}
    </Stack>
  );
}
