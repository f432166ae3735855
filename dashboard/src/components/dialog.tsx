import { Button, Group, Modal, type ModalProps, Stack, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldErrors, fieldErrorsOf, NO_FIELD_ERRORS } from './field-errors';
import { ProblemAlert } from './problem-alert';

/** A dialog with a title and a button that closes it. */
export function Dialog(props: Omit<ModalProps, 'closeButtonProps' | 'attributes'>) {
  const { t } = useTranslation();
  return <Modal {...props} closeButtonProps={{ 'aria-label': t('close') }} attributes={ATTRIBUTES} />;
}

/** The header element of a dialog would be a second banner of the page. */
const ATTRIBUTES = { header: { role: 'none' } };

interface Request<T> {
  /** Sends the request that the form is for. */
  send: () => Promise<T>;
  /** Is called after the request with what it answered. */
  onDone: (result: T) => unknown;
}

/** A form with the refusal of its request above the fields, and its buttons below. What was typed stays after a refusal. */
export function Form<T>({
  submit,
  send,
  onDone,
  onCancel,
  isComplete = true,
  color,
  explain = () => undefined,
  children,
}: Request<T> & {
  /** The text of the button. */
  submit: string;
  onCancel?: () => void;
  isComplete?: boolean;
  color?: string;
  /** Returns what is shown for a refusal, if it is more than the service says. */
  explain?: (error: unknown) => ReactNode;
  /** The fields; given a function, what the service finds wrong with a field is beside it. */
  children: ReactNode | ((errors: FieldErrors) => ReactNode);
}) {
  const { t } = useTranslation();
  const request = useMutation({
    meta: { shownByPage: true },
    // A mutation gets a new function in an effect, which may run after the button is clicked: the form that is shown passes its own.
    mutationFn: (shown: Request<T>['send']) => shown(),
    onSuccess: onDone,
  });
  const errors = typeof children === 'function' ? fieldErrorsOf(request.error) : NO_FIELD_ERRORS;
  const form = useRef<HTMLFormElement>(null);
  // In a long form, the refusal is far above the button.
  useEffect(() => {
    // Browsers may return a promise, which is no function that ends an effect.
    void form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' });
  }, [request.error]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate(send);
  };
  return (
    <form ref={form} onSubmit={onSubmit}>
      <Stack>
        {request.error !== null &&
          errors.size === 0 &&
          (explain(request.error) ?? <ProblemAlert error={request.error} />)}
        {typeof children === 'function' ? children(errors) : children}
        <Group justify="end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          <Button type="submit" color={color} loading={request.isPending} disabled={!isComplete}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Question<T> extends Request<T> {
  opened: boolean;
  onClose: () => void;
  /** The title of the dialog and the text of its button. */
  action: string;
  color?: string;
  children: ReactNode;
}

/** Asks before something is done that cannot be undone, or that others notice. */
export function Confirm<T>({ opened, onClose, action, children, ...form }: Question<T>) {
  return (
    <Dialog opened={opened} onClose={onClose} title={action}>
      <Form {...form} submit={action} onCancel={onClose}>
        {children}
      </Form>
    </Dialog>
  );
}

/** Asks before something is deleted for good: its name must be typed. */
export function ConfirmByName<T>({
  name,
  opened,
  onClose,
  action,
  children,
  ...form
}: Omit<Question<T>, 'color'> & { name: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useInputState('');
  return (
    <Dialog opened={opened} onClose={onClose} title={action}>
      <Form {...form} submit={action} onCancel={onClose} isComplete={typed === name} color="red">
        {children}
        <TextInput
          label={t('confirm.typeName', { name })}
          value={typed}
          onChange={setTyped}
          data-autofocus
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}
