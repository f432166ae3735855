import { Alert, Button, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { describeProblem } from './show-problem';
import { type FieldErrors, fieldErrorsOf, NO_FIELD_ERRORS } from './field-errors';

/** The frame of the pages that are shown without a session. */
export function Entry({
  title,
  documentTitle = title,
  hint,
  children,
}: {
  title: string;
  documentTitle?: string;
  hint: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(`${documentTitle} · Glossa`);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={440} shadow="sm">
        <Stack>
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            <Text c="dimmed">{hint}</Text>
          </div>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

/**
 * A form that begins a session. A refusal is no end of a session, so this is no mutation. What the service finds wrong with a field is
 * beside the field, everything else above the fields.
 */
export function EntryForm({
  submit,
  send,
  isComplete,
  explain,
  children,
}: {
  /** The text of the button. */
  submit: string;
  send: () => Promise<void>;
  isComplete: boolean;
  /** Returns what a refusal means here, if it is more than the service says. */
  explain: (error: unknown) => string | undefined;
  children: (errors: FieldErrors) => ReactNode;
}) {
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [error]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setError(undefined);
    try {
      await send();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setSending(false);
    }
  };

  const explained = error === undefined ? undefined : explain(error);
  const errors = explained === undefined ? fieldErrorsOf(error) : NO_FIELD_ERRORS;
  const isAlert = error !== undefined && errors.size === 0;
  return (
    <form ref={form} onSubmit={(event) => void onSubmit(event)}>
      <Stack>
        {isAlert && (
          <Alert color="red" variant="outline" role="alert">
            {explained ?? describeProblem(error).detail}
          </Alert>
        )}
        {children(errors)}
        <Button type="submit" loading={isSending} disabled={!isComplete}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}
