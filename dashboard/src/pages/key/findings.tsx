import { useQueryClient } from '@tanstack/react-query';
import { Findings } from '../../components/texts/findings';
import { IgnoreFinding } from '../../components/texts/ignore-finding';
import type { ReadKey } from './key-query';

/** Shows the stored findings of a text. A finding can be ignored until the text or its source changes. */
export function KeyFindings({
  shown: { key },
  language,
  canWrite,
}: {
  shown: ReadKey;
  language: string;
  canWrite: boolean;
}) {
  const client = useQueryClient();
  return (
    <Findings
      findings={key.checks[language] ?? []}
      action={(finding) =>
        canWrite && (
          <IgnoreFinding
            keyId={key.id}
            language={language}
            finding={finding}
            onDone={() => client.invalidateQueries()}
          />
        )
      }
    />
  );
}
