import { Alert, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { forgetComments, useKeptComments } from '../../components/comments/kept-comments';
import { LABEL_NAMES, useLabelText } from '../../components/labels/label-conflict';
import { LABELS } from '../../components/labels/labels';
import { changedDetails, keepDetails, NO_EDITS, useKeptDetails } from './details-drafts';

const STYLE = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;

/** Forgets the edits of a person on a key, and the comments that were not sent. */
export function forgetUnsaved(place: string): void {
  keepDetails(place, NO_EDITS);
  forgetComments(place);
}

/** Shows the edits and the comments of a person on a key that was deleted meanwhile, so that they can be copied. */
export function UnsavedDetails({ place }: { place: string }) {
  const { t } = useTranslation();
  const labelText = useLabelText();
  const changed = changedDetails(useKeptDetails(place));
  const comments = useKeptComments(place);
  if (Object.keys(changed).length + comments.size === 0) return null;
  return (
    <Alert color="yellow" variant="outline" title={t('key.unsaved')}>
      {LABELS.filter((member) => member in changed).map((member) => (
        <Text key={member} size="sm" mb="xs" style={STYLE}>
          <b>{t(LABEL_NAMES[member])}</b>: {labelText(changed[member])}
        </Text>
      ))}
      {[...comments].map(([of, text]) => (
        <Text key={of} size="sm" mb="xs" style={STYLE}>
          <b>{t('panel.comments')}</b>: {text}
        </Text>
      ))}
      <Button size="xs" variant="default" onClick={() => forgetUnsaved(place)}>
        {t('keys.discard')}
      </Button>
    </Alert>
  );
}
