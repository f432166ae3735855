import { useTranslation } from 'react-i18next';
import { languageName } from '../../languages';
import type { Selection } from './use-selection';

/** The names of the columns, and the box that selects all keys. */
export function GridHead({ languages, selection }: { languages: readonly string[]; selection: Selection }) {
  const { t, i18n } = useTranslation();
  return (
    <div className="grid-row grid-head" role="row" aria-rowindex={1}>
      <div className="grid-cell grid-key" role="columnheader">
        <input
          type="checkbox"
          className="grid-check"
          aria-label={t('keys.selectAll')}
          checked={selection.isAll}
          onChange={selection.toggleAll}
        />
        {t('keys.key')}
      </div>
      {languages.map((language) => (
        <div key={language} className="grid-cell" role="columnheader">
          {languageName(language, i18n.language)}
        </div>
      ))}
    </div>
  );
}
