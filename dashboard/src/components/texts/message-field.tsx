import { SegmentedControl, Stack, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceOptionsOf, withOption } from './choice-options';
import { readChoice } from './messages';
import { exampleNumbers, pluralFormsOf, readForms, writeForms } from './plural-forms';

interface MessageFieldProps {
  label: string;
  language: string;
  value: string;
  onChange: (text: string) => void;
  /** The source text; undefined where it is the text that is written. */
  source: string | undefined;
  /** Whether the message is written in one field, whatever it is. */
  isRaw: boolean;
  /** The properties of all fields. */
  common: TextareaProps;
  autoFocus?: boolean;
}

/** Whether a message is written in parts. */
export const isSplit = (text: string, source: string, language: string): boolean =>
  pluralFormsOf(text, source, language) !== undefined || choiceOptionsOf(text, source, language) !== undefined;

/** Writes a message: a plural form by form, another choice option by option, each a message of its own. */
export function MessageField(props: MessageFieldProps) {
  const { label, language, value, onChange, source, isRaw, common, autoFocus } = props;
  // The fields stay while the person empties them.
  const [forms] = useState(() => pluralFormsOf(value, source ?? '', language));
  const [options] = useState(() => (forms ? undefined : choiceOptionsOf(value, source ?? '', language)));
  const isEmpty = value === '';
  if (!isRaw && forms && (isEmpty || pluralFormsOf(value, '', language))) {
    const written = readForms(value, forms);
    return [...written].map(([selector, text], index) => (
      <Textarea
        {...common}
        key={selector}
        label={<FormLabel selector={selector} numbers={exampleNumbers(selector, language, forms.type)} />}
        aria-label={`${label}: ${selector}`}
        value={text}
        onChange={({ currentTarget }) =>
          onChange(writeForms(new Map(written).set(selector, currentTarget.value), forms, source === undefined))
        }
        minRows={1}
        autoFocus={autoFocus && index === 0}
      />
    ));
  }
  if (!isRaw && options && (isEmpty || readChoice(value))) return <ChoiceField {...props} options={options} />;
  return (
    <Textarea
      {...common}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      minRows={2}
      autoFocus={autoFocus}
    />
  );
}

/** Writes the options of a choice, one at a time. */
function ChoiceField({
  options,
  ...props
}: MessageFieldProps & { options: NonNullable<ReturnType<typeof choiceOptionsOf>> }) {
  const { t } = useTranslation();
  const { label, value, source, onChange } = props;
  const { type, arg, selectors } = options;
  const [chosen, setChosen] = useState(selectors[0] ?? 'other');
  const written = readChoice(value)?.options;
  const ofSource = source === undefined ? undefined : readChoice(source)?.options;
  const sourceOption = ofSource?.get(chosen) ?? ofSource?.get('other');
  const isMissing = (selector: string) => (written?.get(selector) ?? '') === '';
  return (
    <Stack gap={4}>
      <SegmentedControl
        size="xs"
        aria-label={t('texts.choice', { arg, type })}
        data={selectors.map((selector) => ({
          value: selector,
          label: isMissing(selector) ? `${selector} ·` : selector,
        }))}
        value={chosen}
        onChange={setChosen}
        style={{ alignSelf: 'start', maxWidth: '100%', flexWrap: 'wrap' }}
      />
      {sourceOption !== undefined && (
        <Text size="xs" c="dimmed">
          {sourceOption}
        </Text>
      )}
      <MessageField
        {...props}
        key={chosen}
        label={`${label}: ${chosen}`}
        value={written?.get(chosen) ?? ''}
        source={source === undefined ? undefined : (sourceOption ?? '')}
        onChange={(option) => onChange(withOption(value, options, chosen, option))}
      />
    </Stack>
  );
}

function FormLabel({ selector, numbers }: { selector: string; numbers: string }) {
  return (
    <>
      <span className="plural-selector">{selector}</span>
      {numbers !== '' && (
        <Text span size="xs" c="dimmed" ms={6}>
          {numbers}
        </Text>
      )}
    </>
  );
}
