import { NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, bodyOf } from '../../api/client';
import { Form } from '../../components/dialog';

interface CreateKeyFormProps {
  projectId: string;
  onCancel: () => void;
  onDone: () => void;
}

export function CreateKeyForm({ projectId, onCancel, onDone }: CreateKeyFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useInputState('');
  const [value, setValue] = useInputState('');
  const [description, setDescription] = useInputState('');
  const [tags, setTags] = useState<string[]>([]);
  const [maxLength, setMaxLength] = useState<number | null>(null);
  return (
    <Form
      submit={t('keys.create')}
      send={async () => {
        const body = { name, value, tags, maxLength, ...(description !== '' && { description }) };
        return bodyOf(await api.POST('/api/v1/projects/{id}/keys', { params: { path: { id: projectId } }, body }));
      }}
      onDone={onDone}
      onCancel={onCancel}
      isComplete={name.trim() !== ''}
    >
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameHint')}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <Textarea label={t('keys.value')} value={value} onChange={setValue} autosize minRows={2} />
      <Textarea label={t('keys.description')} value={description} onChange={setDescription} autosize minRows={1} />
      <TagsInput label={t('keys.tags')} description={t('keys.tagsHint')} value={tags} onChange={setTags} />
      <NumberInput
        label={t('keys.maxLength')}
        description={t('keys.maxLengthHint')}
        value={maxLength ?? ''}
        onChange={(typed) => setMaxLength(typeof typed === 'number' ? typed : null)}
        min={1}
        max={65_536}
        allowDecimal={false}
        allowNegative={false}
      />
    </Form>
  );
}
