import type { TemplateText } from '../template/file-template';
import { createList, type NestedList, NO_LISTS } from '../template/nested-list';

/** A map or list of a YAML file. */
export interface YamlList extends NestedList {
  lists: ReadonlyMap<string, YamlList>;
  parent?: YamlList;
  /** The column of its elements, counted from 0. */
  column: number;
  /** In braces or brackets. */
  isFlow: boolean;
  /** The forms of a plural. */
  isPlural?: boolean;
}

export interface YamlText extends TemplateText {
  /** The list that its token belongs to. */
  list: YamlList;
  /** The line of its name. */
  line?: number;
  isDescription?: true;
  /** False for a block scalar that is not written as one. */
  isBlock?: boolean;
}

type YamlListPlace = Pick<YamlList, 'start' | 'column' | 'isFlow' | 'isArray' | 'parent' | 'key'>;

export const createYamlList = (place: YamlListPlace): YamlList => {
  const list: Omit<NestedList, 'parent'> = createList(place.start);
  return { ...list, lists: NO_LISTS, ...place };
};

/** The name of a description. */
export const descriptionOf = (key: string): string => key + DESCRIPTION;
const DESCRIPTION = '\0description';

/** Returns the key that the name of a description is made of; undefined for the name of a text. */
export const describedKey = (name: string): string | undefined =>
  name.endsWith(DESCRIPTION) ? name.slice(0, -DESCRIPTION.length) : undefined;
