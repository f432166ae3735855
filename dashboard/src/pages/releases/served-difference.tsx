import { Alert, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../languages';
import { ChangesBetween } from './changes-between';
import { type Channel, type Release, releaseQuery } from './releases-data';

/** Tells what applications will load when a channel serves another release than now. */
export function ServedDifference({
  projectId,
  channel: { name, release: served },
  chosen,
}: {
  projectId: string;
  channel: Channel;
  chosen: Release;
}) {
  const { t } = useTranslation();
  const { data: now } = useQuery(releaseQuery(projectId, served.id));
  const isBack = chosen.revision < served.revision;
  const [after, upTo] = isBack ? [chosen.revision, served.revision] : [served.revision, chosen.revision];
  return (
    <>
      <Text>{t('releases.servesInstead', { name, revision: chosen.revision, now: served.revision })}</Text>
      {now && <OtherFiles now={now} chosen={chosen} />}
      {after === upTo ? (
        <Text>{t('releases.sameRevision')}</Text>
      ) : (
        <>
          <Text fw={600}>{t(isBack ? 'releases.takesBack' : 'releases.brings', { count: upTo - after })}</Text>
          <ChangesBetween projectId={projectId} after={after} upTo={upTo} />
        </>
      )}
    </>
  );
}

/** Warns of files that applications have loaded and that the other release does not have in this form. */
function OtherFiles({ now, chosen }: { now: Release; chosen: Release }) {
  const { t, i18n } = useTranslation();
  const removed = now.languages.filter((tag) => !chosen.languages.includes(tag));
  const warnings = [
    now.format !== chosen.format && t('releases.otherFormat', { now: now.format, then: chosen.format }),
    now.perNamespace !== chosen.perNamespace &&
      t(chosen.perNamespace ? 'releases.thenPerNamespace' : 'releases.thenPerLanguage'),
    removed.length > 0 &&
      t('releases.thenWithout', { languages: removed.map((tag) => languageName(tag, i18n.language)).join(', ') }),
  ].filter((warning) => warning !== false);
  if (warnings.length === 0) return null;
  return (
    <Alert color="red" variant="outline" title={t('releases.otherFiles')}>
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
