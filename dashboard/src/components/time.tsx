import { useTranslation } from 'react-i18next';

/** Writes a time of a response (RFC 3339) in a language and in the time zone of the person. */
export const formatTime = (value: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));

/** A time of a response (RFC 3339), in the language and the time zone of the person. */
export function Time({ value }: { value: string }) {
  const { i18n } = useTranslation();
  return <time dateTime={value}>{formatTime(value, i18n.language)}</time>;
}
