import { Alert, Button, Card, Code, Group, MultiSelect, Select, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { type Schemas, send, toProblem } from '../api/client';
import { ProblemError } from '../api/problem';
import { formatsQuery, projectQuery } from '../api/queries';
import { Loading, Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';
import { languageName } from '../languages';

export function ExportPage() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const project = useQuery(projectQuery(id));
  return (
    <Page title={t('export.title')}>
      {project.isPending && <Loading />}
      {project.error && <ProblemAlert error={project.error} retry={() => void project.refetch()} />}
      {project.data && <Export project={project.data} />}
    </Page>
  );
}

/** Downloads the file of an export under the name that the service gives it. */
async function download(url: string): Promise<void> {
  const response = await send(new Request(url));
  if (!response.ok) throw new ProblemError(toProblem(await response.json(), response));
  const name = fileName(response.headers.get('Content-Disposition') ?? '');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The file name of a `Content-Disposition` header (RFC 6266). */
function fileName(header: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, token] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(header) ?? [];
  return quoted ?? token ?? 'export';
}

function Export({ project }: { project: Schemas['ProjectDetails'] }) {
  const { t, i18n } = useTranslation();
  const formats = useQuery(formatsQuery);
  const [format, setFormat] = useState<string | null>('json');
  const [languages, setLanguages] = useState([project.sourceLanguage]);
  const [isEmpty, setEmpty] = useState(false);
  const [isSkipping, setSkipping] = useState(false);
  const query = new URLSearchParams({ format: format ?? 'json', language: languages.join(',') });
  if (isEmpty) query.set('untranslated', 'empty');
  if (isSkipping) query.set('unwritable', 'skip');
  const path = `/api/v1/projects/${project.id}/export?${query.toString()}`;
  const save = useMutation({ meta: { shownByPage: true }, mutationFn: () => download(path) });
  const losses = formats.data?.find(({ id }) => id === format)?.losses ?? [];
  return (
    <Card withBorder maw={720}>
      <Stack>
        <Select
          label={t('import.format')}
          data={formats.data?.filter((found) => found.export).map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={format}
          onChange={setFormat}
          searchable
          allowDeselect={false}
        />
        <MultiSelect
          label={t('keys.columns')}
          description={t('export.languagesHint')}
          data={[project.sourceLanguage, ...project.targetLanguages].map((tag) => ({
            value: tag,
            label: languageName(tag, i18n.language),
          }))}
          value={languages}
          onChange={setLanguages}
          searchable
        />
        <Switch
          label={t('export.empty')}
          checked={isEmpty}
          onChange={(event) => setEmpty(event.currentTarget.checked)}
        />
        <Switch
          label={t('export.skip')}
          checked={isSkipping}
          onChange={(event) => setSkipping(event.currentTarget.checked)}
        />
        {losses.length > 0 && (
          <Alert color="gray" variant="outline" title={t('export.losses')}>
            {losses.map((loss) => (
              <Text key={loss} size="sm">
                {loss}
              </Text>
            ))}
          </Alert>
        )}
        {save.error && <ProblemAlert error={save.error} />}
        <Group>
          <Button loading={save.isPending} disabled={languages.length === 0} onClick={() => save.mutate()}>
            {t('export.download')}
          </Button>
        </Group>
        <div>
          <Text size="sm" fw={600}>
            {t('export.curl')}
          </Text>
          <Code block tabIndex={0}>{`curl -OJ -H "Authorization: Bearer $API_KEY" '${location.origin}${path}'`}</Code>
        </div>
      </Stack>
    </Card>
  );
}
