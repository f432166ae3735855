import { useState } from 'react';

/** Filters, order and columns of the keys of a project under a name that a person gave them. */
export interface View {
  name: string;
  /** The query of the address, without `?`. */
  query: string;
}

const nameOf = (projectId: string): string => `glossa.views/${projectId}`;

function read(projectId: string): View[] {
  const stored: unknown = JSON.parse(localStorage.getItem(nameOf(projectId)) ?? '[]');
  return Array.isArray(stored) ? (stored as View[]) : [];
}

/** The views of a project, which this browser keeps. */
export function useSavedViews(projectId: string) {
  const [views, setViews] = useState(() => read(projectId));
  const write = (changed: View[]) => {
    if (changed.length === 0) localStorage.removeItem(nameOf(projectId));
    else localStorage.setItem(nameOf(projectId), JSON.stringify(changed));
    setViews(changed);
  };
  return {
    views,
    /** Adds a view, or replaces the one of this name. */
    save: (view: View) => write([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name: string) => write(views.filter((view) => view.name !== name)),
  };
}
