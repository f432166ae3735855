import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { formatsQuery } from '../../api/queries';
import type { FieldErrors } from '../../components/field-errors';
import { ProjectLanguagesSelect } from '../../components/project-language-select';
import { CHECK_CODES } from '../../components/texts/messages';
import { languageName } from '../../languages';
import { languagesOf, type Options } from './publish-options';
import { RELEASE_FORMATS } from './releases-data';

/** The options of a release. */
export function PublishFields({
  project,
  options,
  onChange,
  errors,
}: {
  project: Schemas['ProjectDetails'];
  options: Options;
  onChange: (values: Partial<Options>) => void;
  errors: FieldErrors;
}) {
  const { t, i18n } = useTranslation();
  const { data: formats = [] } = useQuery(formatsQuery);
  const leftOut = languagesOf(project).filter((tag) => !options.languages.includes(tag));
  return (
    <>
      <Select
        label={t('releases.format')}
        data={RELEASE_FORMATS.map((id) => ({ value: id, label: formats.find((one) => one.id === id)?.name ?? id }))}
        value={options.format}
        onChange={(id) => {
          const format = RELEASE_FORMATS.find((one) => one === id);
          if (format !== undefined) onChange({ format });
        }}
        error={errors.get('/format')}
        searchable
        allowDeselect={false}
      />
      <ProjectLanguagesSelect
        label={t('keys.columns')}
        description={
          leftOut.length > 0 &&
          t('releases.leavesOut', { languages: leftOut.map((tag) => languageName(tag, i18n.language)).join(', ') })
        }
        tags={languagesOf(project)}
        value={options.languages}
        onChange={(languages) => onChange({ languages })}
        error={errors.get('/languages')}
      />
      <Select
        label={t('releases.division')}
        data={[
          { value: 'language', label: t('releases.perLanguage') },
          { value: 'namespace', label: t('releases.perNamespace') },
        ]}
        value={options.perNamespace ? 'namespace' : 'language'}
        onChange={(value) => onChange({ perNamespace: value === 'namespace' })}
        error={errors.get('/perNamespace')}
        allowDeselect={false}
      />
      <Select
        label={t('releases.fallback')}
        description={t('releases.fallbackHint')}
        data={[
          { value: 'none', label: t('releases.fallbacks.none') },
          { value: 'auto', label: t('releases.fallbacks.auto') },
        ]}
        value={options.fallback}
        onChange={(fallback) => onChange({ fallback: fallback === 'auto' ? 'auto' : 'none' })}
        allowDeselect={false}
      />
      <Select
        label={t('export.minState')}
        description={t('export.minStateHint')}
        placeholder={t('export.anyState')}
        data={[
          { value: 'translated', label: t('states.translated') },
          { value: 'reviewed', label: t('states.reviewed') },
        ]}
        value={options.minState}
        onChange={(minState) => onChange({ minState })}
        clearable
        clearButtonProps={{ 'aria-label': t('history.clear') }}
      />
      <MultiSelect
        label={t('releases.failOn')}
        description={t('releases.failOnHint')}
        data={CHECK_CODES.map((code) => ({ value: code, label: t(`checks.${code}`) }))}
        value={options.failOn}
        onChange={(failOn) => onChange({ failOn: failOn })}
        placeholder={options.failOn.length > 0 ? undefined : t('import.noChecks')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('history.clear') }}
      />
    </>
  );
}
