import { NumberInput, Select, SimpleGrid, Switch, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { ProjectLanguageSelect, ProjectLanguagesSelect } from '../../components/project-language-select';

export interface Options {
  format: string;
  languages: string[];
  /** Only keys with all of these tags. */
  tags: string[];
  minState: 'translated' | 'reviewed' | null;
  fallback: string | null;
  layout: 'template' | 'canonical';
  /** Empty: the present one. */
  revision: number | string;
  isEmpty: boolean;
  isSkipping: boolean;
}

/** The query of the export with these options; those with their default are absent. */
export function toQuery(options: Options): URLSearchParams {
  const { format, languages, tags, minState, fallback, layout, revision, isEmpty, isSkipping } = options;
  return new URLSearchParams({
    format,
    language: languages.join(','),
    ...(tags.length > 0 && { tag: tags.join(',') }),
    ...(minState !== null && { minState }),
    ...(fallback !== null && { fallback }),
    ...(layout === 'canonical' && { layout }),
    ...(revision !== '' && { revision: String(revision) }),
    ...(isEmpty && { untranslated: 'empty' }),
    ...(isSkipping && { unwritable: 'skip' }),
  });
}

export function ExportOptions({
  project,
  formats,
  options,
  onChange,
}: {
  project: Schemas['ProjectDetails'];
  formats: readonly Schemas['Format'][];
  options: Options;
  onChange: (values: Partial<Options>) => void;
}) {
  const { t } = useTranslation();
  const tags = [project.sourceLanguage, ...project.targetLanguages];
  return (
    <>
      <Select
        label={t('import.format')}
        data={formats.filter((found) => found.export).map(({ id, name }) => ({ value: id, label: name }))}
        value={options.format}
        onChange={(format) => format !== null && onChange({ format })}
        searchable
        allowDeselect={false}
      />
      <ProjectLanguagesSelect
        label={t('keys.columns')}
        description={t('export.languagesHint')}
        tags={tags}
        value={options.languages}
        onChange={(languages) => onChange({ languages })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
        />
        <ProjectLanguageSelect
          label={t('export.fallback')}
          description={t('export.fallbackHint')}
          placeholder={t('export.none')}
          tags={tags}
          value={options.fallback}
          onChange={(fallback) => onChange({ fallback })}
          clearable
        />
        <TagsInput
          label={t('import.tags')}
          description={t('export.tagsHint')}
          value={options.tags}
          onChange={(chosen) => onChange({ tags: chosen })}
          splitChars={[',']}
          clearable
        />
        <NumberInput
          label={t('export.revision')}
          description={t('export.revisionHint', { revision: project.revision })}
          placeholder={t('export.now')}
          value={options.revision}
          onChange={(revision) => onChange({ revision })}
          min={0}
          max={project.revision}
          allowDecimal={false}
        />
      </SimpleGrid>
      <Select
        label={t('export.layout')}
        data={[
          { value: 'template', label: t('export.template') },
          { value: 'canonical', label: t('export.canonical') },
        ]}
        value={options.layout}
        onChange={(layout) => layout !== null && onChange({ layout })}
        allowDeselect={false}
      />
      <Switch
        label={t('export.empty')}
        checked={options.isEmpty}
        onChange={(event) => onChange({ isEmpty: event.currentTarget.checked })}
      />
      <Switch
        label={t('export.skip')}
        checked={options.isSkipping}
        onChange={(event) => onChange({ isSkipping: event.currentTarget.checked })}
      />
    </>
  );
}
