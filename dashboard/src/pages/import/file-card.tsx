import { Badge, Button, Card, Group, Progress, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { formatsQuery } from '../../api/queries';
import { LanguageSelect } from '../../components/language-select';
import { formatSize } from '../../components/size';
import { ProjectLanguageSelect } from '../../components/project-language-select';
import { languageName } from '../../languages';
import { Conflicts } from './conflicts';
import { conflictsOf, type Entry, offeredBase, type Options } from './import-file';
import { MadeFrom, MergeOffer } from './made-from';
import { Plan } from './plan';
import { Refusal } from './refusal';

/** A file with its format and language, its upload, and what it would change. */
export function FileCard({
  entry,
  project,
  options,
  isBusy,
  onChoose,
  onMerge,
  onSettle,
  onRemove,
}: {
  entry: Entry;
  project: Schemas['ProjectDetails'];
  options: Options;
  isBusy: boolean;
  onChoose: (values: Pick<Entry, 'format'> | Pick<Entry, 'language'>) => void;
  /** @param base null: the file is not merged */
  onMerge: (base: number | null) => void;
  onSettle: (values: Pick<Entry, 'choices' | 'rest'>) => void;
  onRemove: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { data: formats = [] } = useQuery(formatsQuery);
  const { file, sent, plan, error, isDone } = entry;
  const detected = plan?.details;
  const offered = offeredBase(entry);
  const conflicts = plan && conflictsOf(plan);
  const formatName = formats.find(({ id }) => id === detected?.format)?.name;
  const language = {
    label: t('import.language'),
    placeholder: detected
      ? detected.languages.map((tag) => languageName(tag, i18n.language)).join(', ')
      : t('import.detected'),
    value: entry.language,
    onChange: (tag: string | null) => onChoose({ language: tag }),
    disabled: isBusy || isDone,
    clearable: true,
  };
  return (
    <Card withBorder component="article" aria-label={file.name}>
      <Stack>
        <Group justify="space-between" wrap="nowrap" align="start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
              {file.name}
            </Title>
            <Text size="sm" c="dimmed">
              {formatSize(file.size, i18n.language)}
            </Text>
          </div>
          {isDone ? (
            <Badge variant="light" color="teal" autoContrast>
              {t('import.isDone')}
            </Badge>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              onClick={onRemove}
              disabled={isBusy}
              aria-label={t('import.removeOf', { name: file.name })}
            >
              {t('import.remove')}
            </Button>
          )}
        </Group>
        {!isDone && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t('import.format')}
              placeholder={formatName ?? t('import.detected')}
              data={formats.filter((format) => format.import).map(({ id, name }) => ({ value: id, label: name }))}
              value={entry.format}
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
            <MadeFrom projectId={project.id} value={entry.base} onChange={onMerge} disabled={isBusy} />
          </SimpleGrid>
        )}
        {sent !== undefined && (
          <div>
            <Progress.Root size="lg">
              <Progress.Section value={sent * 100} aria-label={t('import.upload', { name: file.name })} />
            </Progress.Root>
            <Text size="sm" c="dimmed">
              {sent < 1 ? t('import.sent', { percent: Math.floor(sent * 100) }) : t('import.working')}
            </Text>
          </div>
        )}
        {error !== undefined && <Refusal error={error} />}
        {offered && !isDone && <MergeOffer base={offered} projectId={project.id} isBusy={isBusy} onAnswer={onMerge} />}
        {conflicts && conflicts.count > 0 && !isDone && (
          <Conflicts found={conflicts} entry={entry} isBusy={isBusy} onChoose={onSettle} />
        )}
        {plan && !isDone && <Plan entry={entry} plan={plan} projectId={project.id} options={options} />}
      </Stack>
    </Card>
  );
}
