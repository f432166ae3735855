import { AboutSection, hasAbout } from './about-section';
import { ChangedSection, isChanged } from './changed-section';
import { CommentsSection } from './comments-section';
import { FindingsSection, hasFindings } from './findings-section';
import { HistorySection } from './history-section';
import { LanguagesSection } from './languages-section';
import { NeighboursSection } from './neighbours-section';
import type { PanelSection } from './section';
import { ScreenshotsSection } from './screenshots-section';
import { SourceSection } from './source-section';
import { hasSuggestions, SuggestionsSection } from './suggestions-section';
import { TermsSection } from './terms-section';

/** The parts of the panel, in their order. */
export const SECTIONS: readonly PanelSection[] = [
  { id: 'changed', Content: ChangedSection, isShown: isChanged },
  { id: 'source', Content: SourceSection },
  { id: 'suggestions', Content: SuggestionsSection, isShown: hasSuggestions },
  { id: 'terms', Content: TermsSection },
  { id: 'about', Content: AboutSection, isShown: hasAbout },
  { id: 'findings', Content: FindingsSection, isShown: hasFindings },
  { id: 'screenshots', Content: ScreenshotsSection },
  { id: 'comments', Content: CommentsSection },
  { id: 'neighbours', Content: NeighboursSection },
  { id: 'languages', Content: LanguagesSection, isShown: ({ project }) => project.targetLanguages.length > 1 },
  { id: 'history', Content: HistorySection, isFolded: true },
];
