import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LABEL_NAMES, useLabelText } from '../../components/labels/label-conflict';
import { LABELS } from '../../components/labels/labels';
import { changedDetails, keepDetails, keptDetails, NO_EDITS } from './details-drafts';

/** Shows what a person has typed into the fields of a key that was deleted meanwhile, so that it can be copied. */
export function UnsavedDetails({ place }: { place: string }) {
  const { t } = useTranslation();
  const labelText = useLabelText();
  const [editing, setEditing] = useState(() => keptDetails(place));
  const changed = changedDetails(editing);
  const discard = () => {
    keepDetails(place, NO_EDITS);
    setEditing(NO_EDITS);
  };
  if (Object.keys(changed).length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" title={t('key.unsaved')}>
      {LABELS.filter((member) => member in changed).map((member) => (
        <Text key={member} size="sm" mb="xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          <b>{t(LABEL_NAMES[member])}</b>: {labelText(changed[member])}
        </Text>
      ))}
      <Button size="xs" variant="default" onClick={discard}>
        {t('keys.discard')}
      </Button>
    </Alert>
  );
}
