import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../components/dialog';

/** A form with the tags that keys get and lose. */
export function TagsForm({
  onChosen,
  onClose,
}: {
  onChosen: (tags: { addTags?: string[]; removeTags?: string[] }) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  return (
    <Form
      submit={t('save')}
      send={() =>
        Promise.resolve({
          ...(added.length > 0 && { addTags: added }),
          ...(removed.length > 0 && { removeTags: removed.filter((tag) => !added.includes(tag)) }),
        })
      }
      onDone={onChosen}
      onCancel={onClose}
      isComplete={added.length + removed.length > 0}
    >
      <TagsInput
        label={t('keys.addTags')}
        description={t('keys.tagsHint')}
        value={added}
        onChange={setAdded}
        data-autofocus
      />
      <TagsInput label={t('keys.removeTags')} value={removed} onChange={setRemoved} />
    </Form>
  );
}
