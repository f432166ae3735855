import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

export const CONTENT_ID = 'content';

/** Moves the focus to the text in hand of a list of keys, elsewhere to the content of the page. */
export function focusContent(): void {
  const target =
    document.querySelector<HTMLElement>('.grid [data-cell][tabindex="0"]') ?? document.getElementById(CONTENT_ID);
  target?.focus();
}

/** Goes on with the first text of a list of keys, elsewhere with the content of the page: the links before it are left out. */
export function SkipLink() {
  const { t } = useTranslation();
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    focusContent();
  };
  return (
    <a href={`#${CONTENT_ID}`} className="skip-link" onClick={onClick}>
      {t('nav.skip')}
    </a>
  );
}
