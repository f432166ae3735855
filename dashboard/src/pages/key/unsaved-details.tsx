import { Alert, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LABEL_NAMES, useLabelText } from '../../components/labels/label-conflict';
import { LABELS } from '../../components/labels/labels';
import { changedDetails, keepDetails, NO_EDITS, useKeptDetails } from './details-drafts';

/** Shows what a person has typed into the fields of a key that was deleted meanwhile, so that it can be copied. */
export function UnsavedDetails({ place }: { place: string }) {
  const { t } = useTranslation();
  const labelText = useLabelText();
  const changed = changedDetails(useKeptDetails(place));
  if (Object.keys(changed).length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" title={t('key.unsaved')}>
      {LABELS.filter((member) => member in changed).map((member) => (
        <Text key={member} size="sm" mb="xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          <b>{t(LABEL_NAMES[member])}</b>: {labelText(changed[member])}
        </Text>
      ))}
      <Button size="xs" variant="default" onClick={() => keepDetails(place, NO_EDITS)}>
        {t('keys.discard')}
      </Button>
    </Alert>
  );
}
