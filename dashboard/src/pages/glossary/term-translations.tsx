import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LanguageSelect } from '../../components/language-select';
import { lacksLanguage, type TypedTranslations } from './translations';

/** A line for each language: the language, and its translations. */
export function Translations({
  typed,
  onChange,
  languages,
}: {
  typed: readonly TypedTranslations[];
  onChange: (typed: TypedTranslations[]) => void;
  /** The languages to choose from. Null: all. */
  languages: readonly string[] | null;
}) {
  const { t } = useTranslation();
  const change = (place: number, changed: Partial<TypedTranslations>) =>
    onChange(typed.map((line, index) => (index === place ? { ...line, ...changed } : line)));
  return (
    <Stack gap="xs" role="group" aria-label={t('glossary.translations')}>
      <Text size="sm" fw={600}>
        {t('glossary.translations')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('glossary.translationsHint')}
      </Text>
      {typed.map((line, place) => (
        <Group key={place} gap="xs" align="end" wrap="nowrap">
          <div style={{ width: 150 }}>
            <LanguageSelect
              label={t('glossary.language')}
              value={line.language}
              onChange={(language) => change(place, { language })}
              error={lacksLanguage(line) ? t('glossary.chooseLanguage') : undefined}
              only={languages}
            />
          </div>
          <TextInput
            label={t('glossary.translation')}
            value={line.texts}
            onChange={(event) => change(place, { texts: event.currentTarget.value })}
            style={{ flex: 1 }}
            lang={line.language ?? undefined}
            dir="auto"
          />
          <CloseButton
            aria-label={t('glossary.removeLanguage')}
            onClick={() => onChange(typed.filter((_, index) => index !== place))}
          />
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        onClick={() => onChange([...typed, { language: null, texts: '' }])}
        style={{ alignSelf: 'start' }}
      >
        {t('glossary.addLanguage')}
      </Button>
    </Stack>
  );
}
