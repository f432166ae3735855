import type { ComponentType } from 'react';
import type { Schemas } from '../../api/client';
import type { ReadOnlyReason } from '../texts/read-only';

/** The facts of a project that the panel needs. */
export type PanelProject = Pick<Schemas['ProjectDetails'], 'id' | 'sourceLanguage' | 'targetLanguages'>;

/** The text in hand, of which the panel tells. */
export interface SectionProps {
  project: PanelProject;
  /** The key, with the texts of the languages that are shown. */
  textKey: Schemas['ListedKey'];
  language: string;
  /** The text: a draft, or the stored one; undefined for none. */
  text: string | undefined;
  /** Whether the person may write the text. */
  canWrite: boolean;
  /** Why the person may not write the text, if a text is in hand. */
  readOnly?: ReadOnlyReason;
  /** Whether the editor of the text is open. */
  isWriting: boolean;
  /** Is called when a finding of the text is ignored, or reported again. */
  onChecked: (key: Pick<Schemas['KeyWithTranslations'], 'id' | 'checks'>) => void;
  /** Writes a text into the editor, which opens if it is closed. It is saved as any other text of the editor. */
  write: (text: string) => void;
}

/** A part of the panel. Its title is the text `panel.<id>`. */
export interface PanelSection {
  id: string;
  Content: ComponentType<SectionProps>;
  /** Whether there is something to show. Default: always. */
  isShown?: (props: SectionProps) => boolean;
  /** Whether it is folded until the person unfolds it. A folded section is not in the page and reads nothing. */
  isFolded?: boolean;
}
