import type { Span, TemplateElement } from '../template/file-template';
import { createList, type NestedList, NO_LISTS } from '../template/nested-list';

/** An array of a PHP file. Items are identified by their places only if no element has a name. */
export interface PhpList extends NestedList {
  lists: ReadonlyMap<string, PhpList>;
  parent?: PhpList;
  /** Elements with and without names, whose indices depend on each other. */
  isMixed: boolean;
  members: PhpMember[];
  /** The items without names, and the elements whose names are numbers. */
  numbered: TemplateElement[];
  /** The items that are arrays, by index. */
  items: [index: number, list: PhpList][];
}

/** The name of an element, and its arrow. */
export interface PhpMember {
  /** The name without quotes. */
  key: string;
  name: Span;
  arrow: number;
  /** The offset of the value. */
  value: number;
}

export function createPhpList(start: number, parent?: PhpList, key?: string): PhpList {
  const list: Omit<NestedList, 'parent'> = createList(start, undefined, key);
  return { ...list, lists: NO_LISTS, parent, isMixed: false, members: [], numbered: [], items: [] };
}
