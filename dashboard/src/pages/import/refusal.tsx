import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Problem, ProblemError } from '../../api/problem';
import { ProblemAlert } from '../../components/problem-alert';

/** The field of the page with which a refused file is accepted, by the code of the problem. */
const FIELDS: Readonly<Record<string, string>> = {
  unknown_language: 'import.createLanguages',
  language_required: 'import.language',
  unknown_format: 'import.format',
  checks_failed: 'import.failOn',
  delete_missing_refused: 'import.deleteMissing',
};

function fieldOf({ code, errors = [] }: Problem): string | undefined {
  const hasFallbacks = errors.length > 0 && errors.every(({ params }) => params?.['reason'] === 'fallback');
  return code === 'unknown_language' && hasFallbacks ? 'import.languageFallback' : FIELDS[code];
}

/** Says why a file is refused, and which field of the page solves it. */
export function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const problem = error instanceof ProblemError ? error.problem : undefined;
  // A file that is not allowed among others has no field that solves it.
  const isNotAllowed = problem?.errors?.some(({ code }) => code === 'not_allowed') ?? false;
  const field = problem && !isNotAllowed ? fieldOf(problem) : undefined;
  return (
    <div>
      <ProblemAlert error={error} />
      {field !== undefined && (
        <Text size="sm" mt={4}>
          {t('import.solvedBy', { field: t(field) })}
        </Text>
      )}
    </div>
  );
}
