import { useTranslation } from 'react-i18next';
import { usePersonName } from '../../components/person-name';
import type { Release } from './releases-data';

/** The person or the API key that published a release, or else the channel that follows the project. */
export function ReleaseAuthor({ release: { person, apiKey } }: { release: Pick<Release, 'person' | 'apiKey'> }) {
  const { t } = useTranslation();
  const personName = usePersonName();
  return person ? personName(person.name) : (apiKey?.name ?? t('releases.byItself'));
}
