import { Group, Stack, UnstyledButton } from '@mantine/core';
import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '../../languages';
import { Findings } from './findings';
import type { StoredFinding } from './ignore-finding';
import { isSplit, MessageField } from './message-field';
import { checkText, countCharacters, type Finding } from './messages';
import { countPlaceholders } from './placeholders';

export interface TextFieldProps {
  label: string;
  language: string;
  value: string;
  onChange: (text: string) => void;
  /** The source text; undefined where it is the text that is written. */
  source?: { language: string; text: string };
  /** The greatest length of the text, in grapheme clusters. */
  maxLength?: number | null;
  /** The findings that are stored with the text, if it is the stored one. */
  stored?: readonly StoredFinding[];
  /** The actions on a stored finding. */
  actionOn?: (finding: StoredFinding) => ReactNode;
  autoFocus?: boolean;
}

/**
 * Writes a text: a plural form by form, with the placeholders of the source, which a click inserts, and with what the checks
 * find, as the person types.
 */
export function TextField(props: TextFieldProps) {
  const { label, language, value, onChange, source, maxLength, stored = [], actionOn, autoFocus } = props;
  const { t } = useTranslation();
  const [hasParts] = useState(() => isSplit(value, source?.text ?? '', language));
  const [isRaw, setRaw] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const onFocus = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => {
    // A field that is focused by itself would have the caret at its start.
    if (autoFocus && field.current === null) currentTarget.setSelectionRange(value.length, value.length);
    field.current = currentTarget;
  };
  const insert = (placeholder: string) => {
    const { current } = field;
    if (!current) return;
    current.focus();
    current.setRangeText(placeholder, current.selectionStart, current.selectionEnd, 'end');
    current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const common = { autosize: true, maxRows: 12, lang: language, dir: directionOf(language), spellCheck: true, onFocus };
  const findings =
    source && checkText({ source, target: { language, text: value }, maxLength: maxLength ?? undefined });
  const storedOf = ({ code }: Finding) => stored.find((finding) => finding.code === code);
  return (
    <Stack gap={6}>
      <MessageField
        label={label}
        language={language}
        value={value}
        onChange={onChange}
        source={source?.text}
        isRaw={isRaw}
        common={common}
        autoFocus={autoFocus}
      />
      <Group gap={6}>
        {source &&
          countPlaceholders(source.text, value).map(({ raw, wanted, found }) => (
            <UnstyledButton
              key={raw}
              className="placeholder-count"
              data-enough={found >= (wanted ?? 1)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(raw)}
              title={t('texts.insert', { placeholder: raw })}
            >
              <bdi className="placeholder">{raw}</bdi> {wanted === undefined ? found : `${found}/${wanted}`}
            </UnstyledButton>
          ))}
        {maxLength != null && <Length text={value} limit={maxLength} />}
        {hasParts && (
          <UnstyledButton className="text-link" onClick={() => setRaw(!isRaw)}>
            {isRaw ? t('texts.asForms') : t('texts.asMessage')}
          </UnstyledButton>
        )}
      </Group>
      {findings && (
        <Findings
          findings={findings.map((finding) => storedOf(finding) ?? finding)}
          action={(finding) => {
            const known = storedOf(finding);
            return known && actionOn?.(known);
          }}
        />
      )}
    </Stack>
  );
}

/** How much of its greatest length a text takes. */
function Length({ text, limit }: { text: string; limit: number }) {
  const { t } = useTranslation();
  const count = countCharacters(text);
  return (
    <span className="text-length" data-too-long={count > limit}>
      {t('panel.length', { count, limit })}
    </span>
  );
}
