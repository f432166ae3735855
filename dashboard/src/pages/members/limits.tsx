import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allProjectsQuery } from '../../api/queries';
import { languageName } from '../../languages';

/** The names of some projects, or of all. */
export function ProjectNames({ ids }: { ids: readonly string[] | null }) {
  const { t } = useTranslation();
  const { data: projects } = useQuery(allProjectsQuery);
  const nameOf = (id: string) => projects?.find((project) => project.id === id)?.name ?? id;
  return (
    <Text size="sm" maw={180} lineClamp={3}>
      {ids === null ? t('apiKeys.allProjects') : ids.map(nameOf).join(', ')}
    </Text>
  );
}

/** The names of some languages, or of all. */
export function LanguageNames({ tags }: { tags: readonly string[] | null }) {
  const { t, i18n } = useTranslation();
  return (
    <Text size="sm" maw={180} lineClamp={3}>
      {tags === null ? t('members.allLanguages') : tags.map((tag) => languageName(tag, i18n.language)).join(', ')}
    </Text>
  );
}
