import { Findings } from '../texts/findings';
import { IgnoreFinding } from '../texts/ignore-finding';
import type { SectionProps } from './section';

const findingsOf = ({ textKey, language }: SectionProps) => textKey.checks?.[language] ?? [];

/** The open editor shows the findings itself, as the person types. */
export const hasFindings = (props: SectionProps): boolean => !props.isWriting && findingsOf(props).length > 0;

/** What the checks found in the stored text. A finding can be ignored. */
export function FindingsSection(props: SectionProps) {
  const { textKey, language, canWrite, onChecked } = props;
  return (
    <Findings
      findings={findingsOf(props)}
      action={(finding) =>
        canWrite && <IgnoreFinding keyId={textKey.id} language={language} finding={finding} onDone={onChecked} />
      }
    />
  );
}
