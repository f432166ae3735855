import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TranslationText } from '../texts/translation-text';

/** The suggestions that have a key of the keyboard. */
const KEYS = 9;

interface SuggestionItemProps {
  text: string;
  language: string;
  /** From 0. */
  place: number;
  /** Where it is from. */
  origin: ReactNode;
  /** The difference between the source text of the suggestion and the text to translate. */
  diff?: ReactNode;
  /** Undefined: the caller cannot write. */
  take: (() => void) | undefined;
}

/** A suggestion, with where it is from, and the button that takes it. */
export function SuggestionItem({ text, language, place, origin, diff, take }: SuggestionItemProps) {
  const { t } = useTranslation();
  return (
    <div className="panel-item" data-testid="suggestion">
      <TranslationText text={text} language={language} />
      {diff}
      <Text size="xs" c="dimmed">
        {origin}
      </Text>
      {take && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('panel.takeSuggestion', { text })}
          onMouseDown={(event) => event.preventDefault()}
          onClick={take}
        >
          {place < KEYS ? t('panel.takeByKey', { key: `Ctrl+Shift+${place + 1}` }) : t('panel.take')}
        </Button>
      )}
    </div>
  );
}
