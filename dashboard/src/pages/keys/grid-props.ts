import type { ReactNode } from 'react';
import type { Draft } from '../../components/texts/drafts';
import type { Ending } from '../../components/texts/editor';
import type { ReadOnlyReason } from '../../components/texts/read-only';
import type { State } from '../../components/texts/state';
import type { KeyPages } from './key-pages';
import type { Key } from './pages-snapshot';
import type { Editing } from './text-grid';
import type { KnownPlace, Place } from './use-place';
import type { Selection } from './use-selection';

export interface GridProps {
  projectId: string;
  pages: KeyPages;
  count: number;
  /** The languages of the columns; the source language is the first. */
  languages: readonly string[];
  drafts: ReadonlyMap<string, Draft>;
  selection: Selection;
  /** The parameters of the address, which a key is opened with. */
  search: string;
  /** The cell in hand. */
  place: KnownPlace;
  setPlace: (place: Place) => void;
  /** The editor in that cell, while a person writes there. */
  editing: Editing | undefined;
  setEditing: (editing: Editing | undefined) => void;
  /** Why a text cannot be changed; undefined: it can. */
  whyReadOnly: (key: Key, language: string) => ReadOnlyReason | undefined;
  /** Returns the editor of a text. `close` ends it, and goes on to the next text of the list if asked. */
  editorOf: (key: Key, language: string, close: (ending: Ending) => void) => ReactNode;
  /** Says which key's text was left for the next one, while that is searched. */
  setLeft: (keyId: string | undefined) => void;
  findNext: (row: number, language: string) => Promise<number | undefined>;
  findNextToReview: (row: number, language: string) => Promise<number | undefined>;
  /** Sets the state of a text. @returns whether the person may do so */
  onState: (key: Key, language: string, state: State) => boolean;
  /** Takes back the last text that was saved. */
  onUndo: () => void;
  onRename: (key: Key) => void;
}
