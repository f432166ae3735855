import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countCharacters } from '../texts/messages';
import type { SectionProps } from './section';

export const hasAbout = ({ textKey: { description, tags, maxLength } }: SectionProps): boolean =>
  (description ?? '') !== '' || tags.length > 0 || maxLength !== null;

/** The description of the key, its tags, and how much of its greatest length the text takes. */
export function AboutSection({ textKey: { description, tags, maxLength }, text = '' }: SectionProps) {
  const { t } = useTranslation();
  return (
    <>
      {description !== null && description !== '' && <div className="panel-description">{description}</div>}
      {tags.length > 0 && (
        <div>
          {tags.map((tag) => (
            <span key={tag} className="mark">
              {tag}
            </span>
          ))}
        </div>
      )}
      {maxLength !== null && (
        <Text size="sm" c="dimmed">
          {t('key.maxLength')}: {t('panel.length', { count: countCharacters(text), limit: maxLength })}
        </Text>
      )}
    </>
  );
}
