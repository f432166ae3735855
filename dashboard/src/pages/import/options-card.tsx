import { Card, MultiSelect, Select, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CHECK_CODES } from '../../components/texts/messages';
import { useScope } from '../../session';
import type { ConflictRule, Options, State } from './options';

/** A card with the options that apply to all files. */
export function OptionsCard({
  options,
  onChange,
  isBusy,
}: {
  options: Options;
  onChange: (values: Partial<Options>) => void;
  isBusy: boolean;
}) {
  const { t } = useTranslation();
  const canCreateLanguages = useScope('projects:write');
  const canDelete = useScope('keys:delete');
  const canTag = useScope('keys:write');
  const canReview = useScope('translations:review');
  const conflicts: { value: ConflictRule; label: string }[] = [
    { value: 'overwrite', label: t('import.conflict.overwrite') },
    { value: 'keep', label: t('import.conflict.keep') },
    { value: 'keep-reviewed', label: t('import.conflict.keepReviewed') },
  ];
  const states: { value: State; label: string }[] = [
    { value: 'draft', label: t('states.draft') },
    { value: 'translated', label: t('states.translated') },
    { value: 'reviewed', label: t('states.reviewed') },
  ];
  return (
    <Card withBorder m={0} miw={0} component="fieldset" disabled={isBusy}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={t('import.conflict.label')}
            data={conflicts}
            value={options.conflict}
            onChange={(conflict) => conflict !== null && onChange({ conflict })}
            allowDeselect={false}
          />
          <Select
            label={t('import.state')}
            placeholder={t('import.stateDefault')}
            data={states.filter(({ value }) => canReview || value !== 'reviewed')}
            value={options.state}
            onChange={(state) => onChange({ state })}
            clearable
          />
          <TextInput
            label={t('import.namespace')}
            description={t('import.namespaceHint')}
            value={options.namespace}
            onChange={(event) => onChange({ namespace: event.currentTarget.value })}
          />
          {canTag && (
            <TagsInput
              label={t('import.tags')}
              description={t('import.tagsHint')}
              value={[...options.tags]}
              onChange={(tags) => onChange({ tags })}
              splitChars={[',']}
              maxTags={50}
              clearable
            />
          )}
          <MultiSelect
            label={t('import.failOn')}
            description={t('import.failOnHint')}
            data={CHECK_CODES.map((code) => ({ value: code, label: t(`checks.${code}`) }))}
            value={[...options.failOn]}
            onChange={(failOn) => onChange({ failOn })}
            placeholder={options.failOn.length > 0 ? undefined : t('import.noChecks')}
            searchable
            clearable
          />
        </SimpleGrid>
        <Switch
          label={t('import.languageFallback')}
          description={t('import.languageFallbackHint')}
          checked={options.languageFallback}
          onChange={(event) => onChange({ languageFallback: event.currentTarget.checked })}
        />
        {canCreateLanguages && (
          <Switch
            label={t('import.createLanguages')}
            checked={options.createLanguages}
            onChange={(event) => onChange({ createLanguages: event.currentTarget.checked })}
          />
        )}
        <Switch
          label={t('import.missingTexts')}
          description={t('import.missingTextsHint')}
          checked={options.missingTexts === 'remove'}
          disabled={options.conflict === 'keep'}
          onChange={(event) => onChange({ missingTexts: event.currentTarget.checked ? 'remove' : 'keep' })}
        />
        {canDelete && (
          <Switch
            label={t('import.deleteMissing')}
            description={t('import.deleteMissingHint')}
            checked={options.deleteMissing}
            onChange={(event) => onChange({ deleteMissing: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </Card>
  );
}
