import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Empty, Page } from '../components/page';

/** The page of an address that has none. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('missing.title')}>
      <Empty
        title={t('missing.hint')}
        action={
          <Button component={Link} to="/projects">
            {t('missing.back')}
          </Button>
        }
      />
    </Page>
  );
}
