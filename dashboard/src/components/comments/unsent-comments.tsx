import { Alert, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keepComment } from './kept-comments';

/** Shows replies and edits that were not sent and whose comment was deleted meanwhile, so that they can be copied. */
export function UnsentComments({ texts }: { texts: readonly (readonly [place: string, text: string])[] }) {
  const { t } = useTranslation();
  return texts.map(([place, text]) => (
    <Alert key={place} color="yellow" variant="outline" mb="xs" title={t('comments.gone')}>
      <Text size="sm" mb="xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
      <Button size="xs" variant="default" onClick={() => keepComment(place, undefined)}>
        {t('keys.discard')}
      </Button>
    </Alert>
  ));
}
