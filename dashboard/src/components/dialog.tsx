import { Button, Group, Modal, type ModalProps, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from './problem-alert';

/** A dialog with a title and a button that closes it. */
export function Dialog(props: Omit<ModalProps, 'closeButtonProps'>) {
  const { t } = useTranslation();
  return <Modal {...props} closeButtonProps={{ 'aria-label': t('close') }} />;
}

/** A form with the refusal of its request above the fields, and its buttons below. What was typed stays after a refusal. */
export function Form({
  submit,
  onSubmit,
  onCancel,
  mutation,
  isComplete = true,
  color,
  children,
}: {
  /** The text of the button. */
  submit: string;
  onSubmit: () => void;
  onCancel?: () => void;
  mutation: { isPending: boolean; error: unknown };
  isComplete?: boolean;
  color?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={send}>
      <Stack>
        {mutation.error !== null && <ProblemAlert error={mutation.error} />}
        {children}
        <Group justify="end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" color={color} loading={mutation.isPending} disabled={!isComplete}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Question {
  opened: boolean;
  onClose: () => void;
  /** The title of the dialog and the text of its button. */
  action: string;
  onConfirm: () => void;
  mutation: { isPending: boolean; error: unknown };
  color?: string;
  children: ReactNode;
}

/** Asks before something is done that cannot be undone, or that others notice. */
export function Confirm({ opened, onClose, action, onConfirm, mutation, color, children }: Question) {
  return (
    <Dialog opened={opened} onClose={onClose} title={action}>
      <Form submit={action} onSubmit={onConfirm} onCancel={onClose} mutation={mutation} color={color}>
        {children}
      </Form>
    </Dialog>
  );
}

/** Asks before something is deleted for good: its name must be typed. */
export function ConfirmByName({
  name,
  opened,
  onClose,
  action,
  onConfirm,
  mutation,
  children,
}: Omit<Question, 'color'> & { name: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  return (
    <Dialog opened={opened} onClose={onClose} title={action}>
      <Form
        submit={action}
        onSubmit={onConfirm}
        onCancel={onClose}
        mutation={mutation}
        isComplete={typed === name}
        color="red"
      >
        {children}
        <TextInput
          label={t('confirm.typeName', { name })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}
