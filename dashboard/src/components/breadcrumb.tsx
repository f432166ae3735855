import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useMatch } from 'react-router';
import { projectQuery } from '../api/queries';
import { useKeysPath } from './keys-path';
import { ProjectMark } from './project-mark';

/** The pages of a project, as the last part of their paths names them. */
const PAGES = ['keys', 'history', 'import', 'export', 'releases', 'webhooks', 'settings'] as const;

/** Where the open page is: the project, and its page. Empty outside of a project. */
export function Breadcrumb() {
  const { t } = useTranslation();
  const id = useMatch('/projects/:id/*')?.params.id;
  return id === undefined ? null : (
    <nav aria-label={t('nav.breadcrumb')} className="breadcrumb">
      <ProjectCrumbs id={id} />
    </nav>
  );
}

function ProjectCrumbs({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data: project } = useQuery(projectQuery(id));
  const { page: segment, '*': rest = '' } = useMatch('/projects/:id/:page/*')?.params ?? {};
  const page = PAGES.find((name) => name === segment);
  const isInside = rest !== '';
  const keysPath = useKeysPath(id);
  return (
    <ol>
      <li>
        <Link to={`/projects/${id}`} aria-current={page === undefined ? 'page' : undefined}>
          {project && <ProjectMark project={project} />}
          <span className="breadcrumb-name">{project?.name ?? '…'}</span>
        </Link>
      </li>
      {page !== undefined && (
        <li>
          <Link
            to={page === 'keys' ? keysPath : `/projects/${id}/${page}`}
            aria-current={isInside ? undefined : 'page'}
          >
            {t(`nav.${page}`)}
          </Link>
        </li>
      )}
    </ol>
  );
}
