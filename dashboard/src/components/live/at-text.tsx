import { Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { api } from '../../api/client';
import { useMe } from '../../session';
import { liveStore } from './live-store';

/** Milliseconds after which the page says again where the person is: less than half of the time that it holds. */
const REPEAT_MS = 20_000;

/** In an open editor: tells the others where the person is, and the person who else is there or has changed the text meanwhile. */
export function AtText({ keyId, language }: { keyId: string; language: string }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const isPerson = useMe().person !== null;
  useEffect(() => {
    if (!isPerson) return;
    const params = { path: { id } };
    // That nobody learns where the person is hinders nothing.
    const say = (body: { keyId?: string; language?: string }) =>
      void api.PUT('/api/v1/projects/{id}/presence', { params, body, keepalive: true }).catch(() => undefined);
    say({ keyId, language });
    const timer = setInterval(() => say({ keyId, language }), REPEAT_MS);
    return () => {
      clearInterval(timer);
      say({});
    };
  }, [id, isPerson, keyId, language]);

  const change = useSyncExternalStore(liveStore.subscribe, () => liveStore.changeOf(keyId, language));
  const [first] = useState(change);
  return (
    <>
      <Present keyId={keyId} language={language} />
      <Text size="xs" role="status" className="findings">
        {change !== undefined && change !== first && t('live.changedMeanwhile', { name: nameIn(change) })}
      </Text>
    </>
  );
}

/** The change is `57 Ada`. */
const nameIn = (change: string): string => change.slice(change.indexOf(' ') + 1);

/** Names the other persons at a text. */
export function Present({ keyId, language }: { keyId: string; language: string }) {
  const { t } = useTranslation();
  const names = useSyncExternalStore(liveStore.subscribe, () => liveStore.namesAt(keyId, language));
  if (names === '') return null;
  return (
    <span className="mark" data-state="present" title={t('live.isHere', { names })}>
      <bdi>{names}</bdi>
    </span>
  );
}
