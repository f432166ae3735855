import { useTranslation } from 'react-i18next';

/** A time of a response (RFC 3339), in the language and the time zone of the person. */
export function Time({ value }: { value: string }) {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return <time dateTime={value}>{format.format(new Date(value))}</time>;
}
