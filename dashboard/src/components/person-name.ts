import { useTranslation } from 'react-i18next';

/** The name that the API answers for a person who has removed the account (`Person.name` of `openapi.json`). */
const REMOVED_NAME = 'removed person';

/** Returns a function that gives the name of a person, in the language of the page if the person has removed the account. */
export function usePersonName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => (name === REMOVED_NAME ? t('members.removedPerson') : name);
}
