import { useEffect, useState } from 'react';
import { discardDrafts, DRAFT_OWNER, DRAFT_PREFIX } from './drafts';

const PREFIX = 'glossa.left/';

/**
 * The storage of a tab ends with the tab. When the page is left, its drafts are copied to the storage of the browser, under the place of the
 * person, and the next page of the same person takes them: after a reload the same tab, after its end another one.
 */
function leaveDrafts(place: string): void {
  for (const [key, draft] of Object.entries(sessionStorage) as [string, string][]) {
    if (key.startsWith(DRAFT_PREFIX)) localStorage.setItem(`${PREFIX}${place}/${key}`, draft);
  }
}

/** The drafts of a person are the same in all organizations. The drafts of API keys belong to one organization. */
const ownerOf = (place: string): string => place.split('/')[1] || place;

/** A draft of another owner is removed: nobody reads the texts of another person. */
function takeDrafts(place: string): void {
  const owner = sessionStorage.getItem(DRAFT_OWNER);
  if (owner !== null && owner !== ownerOf(place)) discardDrafts();
  sessionStorage.setItem(DRAFT_OWNER, ownerOf(place));
  for (const [key, draft] of Object.entries(localStorage) as [string, string][]) {
    if (!key.startsWith(PREFIX)) continue;
    const nameAt = key.indexOf(DRAFT_PREFIX);
    const [left, name] = [key.slice(PREFIX.length, nameAt - 1), key.slice(nameAt)];
    if (ownerOf(left) === ownerOf(place) && sessionStorage.getItem(name) === null) sessionStorage.setItem(name, draft);
    localStorage.removeItem(key);
  }
}

/** Takes the drafts of a page that was left, before a page reads the drafts of the tab. */
export function useTakenDrafts(place: string): void {
  useState(() => takeDrafts(place));
}

/** Leaves the drafts when the page is left, with or without a session. @param place undefined: nobody was signed in */
export function useLeftDrafts(place: string | undefined): void {
  useEffect(() => {
    if (place === undefined) return;
    const leave = (): void => leaveDrafts(place);
    // The browser may show the same page again.
    const comeBack = ({ persisted }: PageTransitionEvent): void => void (persisted && takeDrafts(place));
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
    };
  }, [place]);
}
