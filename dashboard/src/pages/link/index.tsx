import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Schemas } from '../../api/client';
import { meQuery } from '../../api/queries';
import { Entry } from '../../components/entry';
import { Loading } from '../../components/page';
import { useBegin } from '../../session';
import { Join } from './join';
import { isInvalidLink } from './link-errors';
import { NewPassword } from './new-password';

/** What a link is for, as the path of its page says. */
export type LinkKind = 'welcome' | 'invitation' | 'password';

/** The page of a link that works once. Its token is behind `#`, which browsers send to no server. */
export function LinkPage({ kind }: { kind: LinkKind }) {
  const token = useLocation().hash.slice(1);
  const me = useQuery(meQuery);
  if (me.isPending) return <Loading />;
  if (token === '') return <DeadLink kind={kind} />;
  // Another link that is opened in the same tab changes nothing but the token.
  return <UsableLink key={token} kind={kind} token={token} person={me.error ? null : (me.data?.person ?? null)} />;
}

function UsableLink({
  kind,
  token,
  person,
}: {
  kind: LinkKind;
  token: string;
  /** The person who is signed in in this browser. */
  person: Schemas['OwnPerson'] | null;
}) {
  const begin = useBegin();
  const navigate = useNavigate();
  const [isDead, setDead] = useState(false);
  const use = async (request: () => Promise<Schemas['Me']>) => {
    try {
      begin(await request());
      // The address with the token is left out of the history of the browser.
      await navigate('/projects', { replace: true });
    } catch (error) {
      if (!isInvalidLink(error)) throw error;
      setDead(true);
    }
  };
  if (isDead) return <DeadLink kind={kind} />;
  return kind === 'password' ? (
    <NewPassword token={token} use={use} />
  ) : (
    <Join kind={kind} token={token} person={person} use={use} />
  );
}

/** Makes the request of a form, and goes on with the session that it begins. */
export type Use = (request: () => Promise<Schemas['Me']>) => Promise<void>;

/** Says that a link does not work (any more), and what to do. */
function DeadLink({ kind }: { kind: LinkKind }) {
  const { t } = useTranslation();
  return (
    <Entry title={t('links.dead')} hint={t('links.deadHint')}>
      <Alert color="gray">{t(`links.deadAdvice.${kind}`)}</Alert>
      <Button component={Link} to="/projects" replace>
        {t('signIn.submit')}
      </Button>
    </Entry>
  );
}
