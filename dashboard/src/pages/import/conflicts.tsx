import { Button, Card, Group, Radio, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TextDiff } from '../../components/text-diff';
import { directionOf, languageName } from '../../languages';
import { type Conflict, type Conflicts as Found, type Import, isForbidden, type Side } from './import-file';

type Choices = Pick<Import, 'choices' | 'rest'>;

/** The conflicts of a file, side by side, with a choice for each and a choice for all. */
export function Conflicts({
  found: { listed, count },
  entry,
  isBusy,
  onChoose,
}: {
  found: Found;
  entry: Choices;
  isBusy: boolean;
  onChoose: (choices: Choices) => void;
}) {
  const { t } = useTranslation();
  const { choices, rest } = entry;
  const others = count - listed.length;
  const open = listed.filter(({ id }) => !choices.has(id)).length + (rest === null ? others : 0);
  const chooseAll = (side: Side) =>
    onChoose({
      choices: new Map(listed.map((conflict) => [conflict.id, isForbidden(conflict) ? 'now' : side])),
      rest: others > 0 ? side : null,
    });
  return (
    <Stack gap="sm" component="section" aria-label={t('import.conflictsOf')}>
      <Group justify="space-between">
        <div>
          <Title order={3} size="h6">
            {t('import.conflicts', { count })}
          </Title>
          <Text size="sm" c={open > 0 ? 'red' : 'dimmed'} role="status">
            {open > 0 ? t('import.openConflicts', { count: open }) : t('import.noOpenConflicts')}
          </Text>
        </div>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => chooseAll('file')}>
            {t('import.allOfFile')}
          </Button>
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => chooseAll('now')}>
            {t('import.allAsNow')}
          </Button>
        </Group>
      </Group>
      {listed.map((conflict) => (
        <OneConflict
          key={conflict.id}
          conflict={conflict}
          side={choices.get(conflict.id)}
          isBusy={isBusy}
          onChoose={(side) => onChoose({ choices: new Map([...choices, [conflict.id, side]]), rest })}
        />
      ))}
      {others > 0 && (
        <Card withBorder m={0} miw={0} component="fieldset" disabled={isBusy}>
          <Radio.Group
            label={t('import.otherConflicts', { count: others })}
            description={t('import.otherConflictsHint', { count: listed.length })}
            value={rest}
            onChange={(side) => onChoose({ choices, rest: side })}
          >
            <Group mt="xs">
              <Radio value="file" label={t('import.takeFile')} />
              <Radio value="now" label={t('import.takeNow')} />
            </Group>
          </Radio.Group>
        </Card>
      )}
    </Stack>
  );
}

function OneConflict({
  conflict,
  side,
  isBusy,
  onChoose,
}: {
  conflict: Conflict;
  side: Side | undefined;
  isBusy: boolean;
  onChoose: (side: Side) => void;
}) {
  const { t, i18n } = useTranslation();
  const group = useId();
  const { name, language, reason, base, file, now, texts = [] } = conflict;
  const radio = (value: Side, label: string) => (
    <Radio
      name={group}
      value={value}
      label={label}
      checked={side === value}
      disabled={value === 'file' && isForbidden(conflict)}
      onChange={() => onChoose(value)}
      mb={4}
    />
  );
  return (
    <Card withBorder m={0} miw={0} component="fieldset" disabled={isBusy} className="conflict" padding="sm">
      <Text component="legend" size="sm" px={4} style={{ overflowWrap: 'anywhere' }}>
        <span className="key-name">{name}</span>
        {language !== null && ` · ${languageName(language, i18n.language)}`} · {t(`import.conflictReasons.${reason}`)}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('import.atBase')}
          </Text>
          <Version conflict={conflict} before={base} after={base} />
          {texts.map((text) => (
            <OneText key={text.language} language={text.language} before={text.base} after={text.base} />
          ))}
        </div>
        <div>
          {radio('file', t('import.takeFile'))}
          <Version conflict={conflict} before={base} after={file} />
        </div>
        <div>
          {radio('now', t('import.takeNow'))}
          <Version conflict={conflict} before={base} after={now} />
          {texts.map((text) => (
            <OneText key={text.language} language={text.language} before={text.base} after={text.now} />
          ))}
        </div>
      </SimpleGrid>
    </Card>
  );
}

/** A version of a conflict, compared with the version that both sides had. */
function Version({
  conflict: { reason, language },
  before,
  after,
}: {
  conflict: Conflict;
  before: string | null;
  after: string | null;
}) {
  const { t } = useTranslation();
  if (reason === 'deleted' || reason === 'delete_not_allowed') return null;
  if (before === null && after === null)
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {t('import.noText')}
      </Text>
    );
  if (reason === 'state') return <Text size="sm">{after === null ? t('import.noText') : t(`states.${after}`)}</Text>;
  return (
    <Text
      size="sm"
      component="div"
      style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      {...(language !== null && { dir: directionOf(language) })}
    >
      <TextDiff before={before} after={after} {...(language !== null && { language })} />
    </Text>
  );
}

/** A text of a key that the file lacks, compared with the version that both sides had. */
function OneText({ language, before, after }: { language: string; before: string | null; after: string | null }) {
  const { t, i18n } = useTranslation();
  return (
    <div>
      <Text size="xs" c="dimmed">
        {languageName(language, i18n.language)}
      </Text>
      <Text
        size="sm"
        component="div"
        dir={directionOf(language)}
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {before === null && after === null ? t('import.noText') : <TextDiff {...{ before, after, language }} />}
      </Text>
    </div>
  );
}
