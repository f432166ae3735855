import { useDeferredValue, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { showUndo } from '../../components/show-problem';
import { Panel } from '../../components/text-panel/panel';
import { draftId } from '../../components/texts/drafts';
import { Editor, type Ending } from '../../components/texts/editor';
import type { KeysAddress } from './address';
import { Grid } from './grid';
import type { ShownProject } from './index';
import type { KeyPages } from './key-pages';
import { nextWanted } from './next-wanted';
import type { Key } from './pages-snapshot';
import { textOf } from './shown-key';
import { usePlace } from './use-place';
import type { Rights } from './use-rights';
import type { Selection } from './use-selection';
import type { TextWrites } from './use-text-writes';
import { isNext, isNextToReview, narrowed } from './work-list';

interface TextGridProps {
  project: ShownProject;
  address: KeysAddress;
  pages: KeyPages;
  count: number;
  selection: Selection;
  rights: Rights;
  writes: TextWrites;
  onRename: (key: Key) => void;
}

/** An open editor of a text, with the text that the panel has given it. */
export interface Editing {
  keyId: string;
  language: string;
  given?: { text: string };
}

/** The grid with the editor of the cell in hand, and the panel beside it. */
export function TextGrid({ project, address, pages, count, selection, rights, writes, onRename }: TextGridProps) {
  const { t } = useTranslation();
  const { id, sourceLanguage } = project;
  const { query, columns } = address;
  const { saves, setState, undoLast } = writes;
  const { drafts, snapshot, save } = saves;
  const { whyReadOnly, canReview } = rights;
  const languages = useMemo(() => [sourceLanguage, ...columns], [sourceLanguage, columns]);
  const [place, setPlace] = usePlace(id, query, pages);
  const [opened, setEditing] = useState<Editing>();
  const [leftId, setLeft] = useState<string>();
  const { search } = useLocation();

  const active = pages.keyAt(Math.min(place.row, count - 1));
  const editing = opened?.keyId === active?.id ? opened : undefined;
  // From one text to the next, the rows stay too.
  const heldId = editing?.keyId ?? leftId;
  useLayoutEffect(() => (heldId === undefined ? undefined : pages.hold(heldId)), [pages, heldId]);
  const language = languages[Math.max(place.column - 1, 0)] ?? sourceLanguage;
  // The arrow keys do not wait for the panel.
  const shown = useDeferredValue(useMemo(() => active && { key: active, language }, [active, language]));
  /** Whether the panel shows the text in hand, and not the one before, for a moment. */
  const isShown = shown !== undefined && shown.key.id === active?.id && shown.language === language;
  const readOnly = shown && whyReadOnly(shown.key, shown.language);
  const draftOf = (key: Key, tag: string) => snapshot.get(draftId(key.id, tag));

  const reopen = (keyId: string, tag: string) => {
    const row = pages.rowOf(keyId);
    if (row === undefined) return;
    setPlace({ row, column: languages.indexOf(tag) + 1, keyId });
    setEditing({ keyId, language: tag });
  };
  const editorOf = (key: Key, tag: string, close: (ending: Ending) => void) => (
    <Editor
      key={draftId(key.id, tag)}
      textKey={key}
      language={tag}
      sourceLanguage={sourceLanguage}
      draft={draftOf(key, tag)}
      drafts={drafts}
      canReview={canReview}
      given={editing?.language === tag ? editing.given : undefined}
      onSave={save}
      onKept={() => showUndo(t('undo.kept', { name: key.name }), () => reopen(key.id, tag))}
      onChecked={onChecked}
      onClose={close}
    />
  );
  const onChecked = ({ id: keyId, checks }: Pick<Key, 'id' | 'checks'>) =>
    pages.change(new Set([keyId]), (key) => ({ ...key, checks }));

  return (
    <div className="grid-and-panel">
      <Grid
        projectId={id}
        pages={pages}
        count={count}
        languages={languages}
        drafts={snapshot}
        selection={selection}
        search={search}
        place={place}
        setPlace={setPlace}
        editing={editing}
        setEditing={setEditing}
        whyReadOnly={whyReadOnly}
        editorOf={editorOf}
        setLeft={setLeft}
        findNext={(row, tag) =>
          nextWanted(pages.searched, row, narrowed(query, tag), (key) => {
            const draft = drafts.getSnapshot().get(draftId(key.id, tag));
            return whyReadOnly(key, tag) === undefined && isNext(query, key, { language: tag, sourceLanguage, draft });
          })
        }
        findNextToReview={(row, tag) =>
          nextWanted(pages.searched, row, query, (key) => isNextToReview(query, key, tag))
        }
        onState={setState}
        onUndo={undoLast}
        onRename={onRename}
      />
      {shown && (
        <Panel
          project={project}
          textKey={shown.key}
          language={shown.language}
          text={textOf(shown.key, shown.language, sourceLanguage, draftOf(shown.key, shown.language))}
          canWrite={place.column > 0 && readOnly === undefined}
          readOnly={place.column > 0 ? readOnly : undefined}
          isWriting={isShown && editing !== undefined}
          onChecked={onChecked}
          write={(text) => isShown && setEditing({ keyId: shown.key.id, language, given: { text } })}
        />
      )}
    </div>
  );
}
