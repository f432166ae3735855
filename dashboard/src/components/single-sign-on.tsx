import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { api, bodyOf } from '../api/client';
import { setSessionSign } from '../session-sign';
import { EntryForm } from './entry';

/** Opens the page of the issuer on which the person signs in. */
export function SingleSignOn({
  label,
  token,
  returnTo,
}: {
  label: string;
  /** The token of a welcome link or an invitation. */
  token?: string;
  /** The page to show afterwards. */
  returnTo?: string;
}) {
  return (
    <EntryForm
      submit={label}
      send={async () => {
        const { location } = bodyOf(await api.POST('/api/v1/oidc/begin', { body: { token, returnTo } }));
        // The session begins on the way back, where no script of the page runs.
        setSessionSign(true);
        window.location.assign(location);
      }}
      isComplete
      explain={() => undefined}
    >
      {() => null}
    </EntryForm>
  );
}

/** The name of the parameter of a page that tells why a sign-in has failed. */
const REFUSAL_PARAMETER = 'signIn';

/** The page that is open, without the reason of a sign-in that failed before. */
export function pageToReturnTo(): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  query.delete(REFUSAL_PARAMETER);
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`;
}

const REASONS = [
  'attempt_ended',
  'cancelled',
  'issuer_unavailable',
  'invalid_answer',
  'unverified_email',
  'no_account',
  'other_address',
  'other_identity',
  'invalid_link',
  'already_member',
] as const;

/** Returns why the sign-in before this page has failed. */
export function useRefusal(): string | undefined {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const reason = REASONS.find((known) => known === query.get(REFUSAL_PARAMETER));
  return reason && t(`signIn.failed.${reason}`);
}

/** Says why the sign-in before this page has failed. */
export function Refusal() {
  const refusal = useRefusal();
  return refusal === undefined ? null : (
    <Alert color="red" variant="outline" role="alert">
      {refusal}
    </Alert>
  );
}
