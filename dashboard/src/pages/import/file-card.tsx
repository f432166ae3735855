import { Button, Card, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { formatsQuery } from '../../api/queries';
import { LanguageSelect } from '../../components/language-select';
import { formatSize } from '../../components/size';
import { ProjectLanguageSelect } from '../../components/project-language-select';
import { languageName } from '../../languages';
import type { ChosenFile, Import } from './import-file';
import type { Options } from './options';
import { Refusal } from './refusal';

type Details = NonNullable<NonNullable<Import['plan']>['details']>;
/** The part of a plan about one file; of several files, also its counts. */
type Detected = Pick<Details, 'format' | 'languages'> & Partial<NonNullable<Details['files']>[number]>;

/** A file with its format and language, and the counts or the refusal that are its own among several files. */
export function FileCard({
  chosen,
  detected,
  error,
  project,
  options,
  isBusy,
  onChoose,
  onRemove,
}: {
  chosen: ChosenFile;
  detected: Detected | undefined;
  /** Why the import is refused, if it is because of this file. */
  error: unknown;
  project: Schemas['ProjectDetails'];
  options: Options;
  isBusy: boolean;
  onChoose: (values: Pick<ChosenFile, 'format'> | Pick<ChosenFile, 'language'>) => void;
  onRemove: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { data: formats = [] } = useQuery(formatsQuery);
  const { file, name } = chosen;
  const formatName = formats.find(({ id }) => id === detected?.format)?.name;
  const language = {
    label: t('import.language'),
    placeholder: detected
      ? detected.languages.map((tag) => languageName(tag, i18n.language)).join(', ')
      : t('import.detected'),
    value: chosen.language,
    onChange: (tag: string | null) => onChoose({ language: tag }),
    disabled: isBusy,
    clearable: true,
  };
  return (
    <Card withBorder component="article" aria-label={name}>
      <Stack>
        <Group justify="space-between" wrap="nowrap" align="start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Text size="sm" c="dimmed">
              {formatSize(file.size, i18n.language)}
            </Text>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={onRemove}
            disabled={isBusy}
            aria-label={t('import.removeOf', { name })}
          >
            {t('import.remove')}
          </Button>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={t('import.format')}
            placeholder={formatName ?? t('import.detected')}
            data={formats.filter((format) => format.import).map(({ id, name: label }) => ({ value: id, label }))}
            value={chosen.format}
            onChange={(format) => onChoose({ format })}
            disabled={isBusy}
            searchable
            clearable
          />
          {options.createLanguages ? (
            <LanguageSelect {...language} />
          ) : (
            <ProjectLanguageSelect {...language} tags={[project.sourceLanguage, ...project.targetLanguages]} />
          )}
        </SimpleGrid>
        {detected?.imported !== undefined && (
          <Text size="sm">
            {t('import.plan', { imported: detected.imported, updated: detected.updated, skipped: detected.skipped })}
            {(detected.conflicts ?? 0) > 0 && ` · ${t('import.conflicts', { count: detected.conflicts })}`}
          </Text>
        )}
        {error !== undefined && <Refusal error={error} />}
      </Stack>
    </Card>
  );
}
