import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Comments } from '../../components/comments/comments';

/** Lists the comments on the key and its texts. A link of the inbox leads here. */
export function Discussions({ keyId }: { keyId: string }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (hash === '#comments') section.current?.scrollIntoView();
  }, [hash]);
  return (
    <section id="comments" ref={section}>
      <Title order={2} size="h4" mb="sm">
        {t('panel.comments')}
      </Title>
      <Comments keyId={keyId} atOnce />
    </section>
  );
}
