import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Screenshots } from '../../components/screenshots/screenshots';

/** Shows the screenshots with a region of the key. */
export function KeyScreenshots({ projectId, keyId }: { projectId: string; keyId: string }) {
  const { t } = useTranslation();
  return (
    <section className="key-screenshots">
      <Title order={2} size="h4" mb="sm">
        {t('panel.screenshots')}
      </Title>
      <Screenshots projectId={projectId} keyId={keyId} atOnce />
    </section>
  );
}
