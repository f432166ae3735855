import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { projectQuery } from '../api/queries';
import { languageName } from '../languages';

/** The most languages that the header has room for; all of them are on the page of the project. */
const MAX_LANGUAGES = 4;

/** The progress of the languages of a project, each a link to its texts. */
export function ProjectProgress({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const { data: project } = useQuery(projectQuery(id));
  const languages = project?.languages.filter(({ language }) => language !== project.sourceLanguage) ?? [];
  if (!project || languages.length === 0) return null;
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <ul className="project-progress" aria-label={t('nav.progress')}>
      {languages.slice(0, MAX_LANGUAGES).map(({ language, translated }) => {
        const share = project.stringCount === 0 ? 0 : translated / project.stringCount;
        return (
          <li key={language}>
            <Link to={`/projects/${id}/keys?languages=${language}`} title={languageName(language, i18n.language)}>
              <span className="visually-hidden">{languageName(language, i18n.language)} </span>
              <span aria-hidden="true">{language}</span> {format.format(Math.floor(share * 100) / 100)}
              <span className="progress-line" aria-hidden="true">
                <span style={{ width: `${share * 100}%` }} />
              </span>
            </Link>
          </li>
        );
      })}
      {languages.length > MAX_LANGUAGES && (
        <li>
          <Link
            to={`/projects/${id}`}
            aria-label={t('projects.moreLanguages', { count: languages.length - MAX_LANGUAGES })}
          >
            +{languages.length - MAX_LANGUAGES}
          </Link>
        </li>
      )}
    </ul>
  );
}
