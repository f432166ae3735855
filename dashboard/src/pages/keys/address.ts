import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Schemas } from '../../api/client';
import { keepKeysQuery } from '../../components/keys-path';
import type { State } from '../../components/texts/state';
import type { KeyQuery } from './key-requests';

/** The parameters of the address: the parameters of the API, and `languages`, the languages of the columns. */
const FILTERS = [
  ...([
    'search',
    'namespace',
    'untranslated',
    'needsWork',
    'state',
    'outdated',
    'tag',
    'check',
    'openComments',
    'assignee',
    'task',
  ] as const),
];
type Name = (typeof FILTERS)[number] | 'sort' | 'languages';

const DEFAULT_COLUMNS = 1;

/** Reads the filters, the order and the columns from the address of the page, and changes them there. */
export function useKeysAddress(project: Pick<Schemas['ProjectDetails'], 'id' | 'sourceLanguage' | 'targetLanguages'>) {
  const [address, setAddress] = useSearchParams();
  const set = useCallback(
    (changes: Partial<Record<Name, string | undefined>>) =>
      setAddress(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const text = address.toString();
  useEffect(() => keepKeysQuery(project.id, text), [project.id, text]);
  const { sourceLanguage } = project;
  const targets = project.targetLanguages.join();
  return useMemo(() => {
    const params = new URLSearchParams(text);
    const targetLanguages = targets === '' ? [] : targets.split(',');
    const valueOf = (name: Name) => params.get(name) ?? undefined;
    const filtered = valueOf('untranslated') ?? valueOf('needsWork');
    const standard = filtered === undefined ? targetLanguages.slice(0, DEFAULT_COLUMNS) : [filtered];
    const wanted = valueOf('languages')?.split(',') ?? standard;
    const columns = wanted.filter((tag) => targetLanguages.includes(tag));
    // The source texts are always shown, so they have no column; filters can be about them alone.
    const language = columns.length === 0 ? wanted.filter((tag) => tag === sourceLanguage) : columns;
    const tags = valueOf('tag')?.split(',');
    const query: KeyQuery = {
      search: valueOf('search'),
      namespace: valueOf('namespace'),
      untranslated: valueOf('untranslated'),
      needsWork: valueOf('needsWork'),
      state: valueOf('state') as State | undefined,
      outdated: valueOf('outdated') === undefined ? undefined : true,
      tag: tags,
      check: valueOf('check') as KeyQuery['check'],
      openComments: valueOf('openComments') === undefined ? undefined : true,
      assignee: valueOf('assignee'),
      task: valueOf('task') as KeyQuery['task'],
      sort: valueOf('sort') as KeyQuery['sort'],
      ...(language.length > 0 && { include: 'translations' as const, language }),
    };
    return { query, columns, tags: tags ?? [], isFiltered: FILTERS.some((name) => params.has(name)), set };
  }, [text, sourceLanguage, targets, set]);
}

export type KeysAddress = ReturnType<typeof useKeysAddress>;
