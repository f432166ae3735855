import { TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../components/dialog';
import { LabelConflict } from '../../components/labels/label-conflict';
import { type Labels, saveLabels } from '../../components/labels/labels';

/** Gives a key another name, unless somebody else has done so since it was shown. */
export function RenameKey({
  renamed: { id, name: shown },
  onCancel,
  onDone,
}: {
  renamed: { id: string; name: string };
  onCancel: () => void;
  onDone: (name: string) => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useInputState(shown);
  const [theirs, setTheirs] = useState<Labels>();
  const base = theirs?.name ?? shown;
  return (
    <Form
      submit={t('keys.rename')}
      send={() => saveLabels(id, { name }, { name: base })}
      onDone={(conflict) => (conflict ? setTheirs(conflict) : onDone(name))}
      onCancel={onCancel}
      isComplete={name.trim() !== '' && name !== base}
    >
      {theirs && <LabelConflict members={['name']} theirs={theirs} mine={{ name }} />}
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameHint')}
        value={name}
        onChange={setName}
        classNames={{ input: 'key-name' }}
        autoComplete="off"
        data-autofocus
      />
    </Form>
  );
}
