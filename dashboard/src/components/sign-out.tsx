import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../session';
import { useLazyDialog } from './lazy-dialog';
import { showProblem } from './show-problem';
import { hasDrafts } from './texts/drafts';

const loadQuestion = () => import('./sign-out-question').then(({ SignOutQuestion }) => SignOutQuestion);

/** Ends the session; asks first if a text is not saved, which would be lost. */
export function SignOut() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const { show, open } = useLazyDialog(loadQuestion);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => (hasDrafts() ? open() : void signOut().catch(showProblem))}>
        {t('nav.signOut')}
      </Button>
      {show({})}
    </>
  );
}
