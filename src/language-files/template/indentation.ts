import type { TemplateElement, TemplateList } from './file-template';

/** A list of a template whose inner lists are indented. */
interface NestedList extends TemplateList {
  parent?: NestedList;
}

// Each new text has the white space of its neighbour, which is limited lest a file of much white space multiplies it.

/** The indentation of one level. */
const UNIT = /[\r\n](.{0,8})$/;
/** The indentation of an element. */
const INDENT = /[\r\n]([ \t]*)$/;
/** Characters before an element that are searched for its indentation. */
const MAX_LEAD = 200;

/** The lines and the indentation of a file with nested lists in brackets. */
export class Indentation {
  /** The end of a line; empty in a file of one line. */
  readonly newline: string;
  /** The indentation of one level. */
  readonly unit: string;

  /** @param unit the indentation of one level in a file without elements */
  constructor(
    protected readonly source: string,
    protected readonly root: TemplateList,
    unit = '  ',
  ) {
    const first = firstOf(root);
    const lead = first && source.slice(root.start, first.start);
    const isMultiline = lead === undefined || /[\r\n]/.test(lead);
    this.newline = !isMultiline ? '' : source.includes('\r\n') ? '\r\n' : '\n';
    this.unit = !isMultiline ? '' : ((lead && UNIT.exec(lead)?.[1]) ?? unit);
  }

  /** Returns the indentation of the elements of a list; the indentation of the outer list if they stand in its line. */
  indentOf(list: NestedList): string {
    if (this.newline === '') return '';
    const { start, parent } = list;
    const first = firstOf(list);
    const lead = first && INDENT.exec(this.source.slice(Math.max(start, first.start - MAX_LEAD), first.start))?.[1];
    if (lead !== undefined) return lead;
    const outer = parent ? this.indentOf(parent) : '';
    return first ? outer : outer + this.unit;
  }
}

/** Returns the first element other than notes, which may stand behind the bracket. */
export const firstOf = ({ elements }: TemplateList): TemplateElement | undefined =>
  elements.find(({ isNote }) => !isNote);
