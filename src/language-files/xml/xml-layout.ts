import type { Span } from '../template/file-template';
import { leadOf } from './xml-edits';
import { XmlEntities } from './xml-entities';
import { writeSections } from './sections';
import { readXmlFragment } from './xml-reader';
import { respell } from './xml-template';
import type { XmlElement } from './xml-tree';
import { escapeText } from './xml-writer';

/** The layout of an XML file with one element for each entry, and the references in its texts. */
export class XmlLayout {
  /** The line end of the file; empty in a file of one line. */
  readonly newline: string;
  /**
   * The indentation of the elements in an entry, from the indentation of the entry. Undefined: they are on its line.
   */
  readonly step: string | undefined;
  private foundReferences: readonly (readonly [character: string, reference: string])[] | undefined;

  /**
   * @param model an element of the file that new ones are laid out as
   * @param usualStep the indentation of one level, where the file shows none
   */
  constructor(
    private readonly source: string,
    model: Span | undefined,
    readonly usualStep = '  ',
  ) {
    this.newline = /\r\n|\n|\r/.exec(source)?.[0] ?? '';
    this.step = this.newline === '' ? undefined : model ? this.stepIn(model) : usualStep;
  }

  /** The characters that the texts of the file have as references. They are searched when a text is written. */
  private get references(): readonly (readonly [character: string, reference: string])[] {
    const quotes = [['"', '&quot;'] as const, ["'", '&apos;'] as const];
    this.foundReferences ??= quotes.filter(([, reference]) => new RegExp(`>[^<>]*${reference}`).test(this.source));
    return this.foundReferences;
  }

  /** Writes an element with its children on lines of their own, or on one line, as the file has them. */
  write(lead: string, [open, ...children]: readonly string[], close: string): string {
    const { step } = this;
    if (step === undefined || lead === '') return [open, ...children.map((line) => line.trimStart()), close].join('');
    return [open, ...children.map((line) => lead + step + this.indent(line)), lead + close].join('');
  }

  /** Writes the indentation of a line, two spaces a level, as the file has it. */
  indent(line: string): string {
    const step = this.newline === '' ? '' : (this.step ?? this.usualStep);
    return line.replace(/^(?: {2})+/, (spaces) => step.repeat(spaces.length / 2));
  }

  /**
   * Returns a text as content of an element: as a CDATA section if the old content is one, with the references of the
   * file.
   */
  content(text: string, xml: string, old: XmlElement | undefined, key: string): string {
    const spelled = (part: string): string =>
      this.quoted(respell(part, old ? old.file.slice(old.contentStart, old.contentEnd) : ''));
    const escape = (part: string): string => spelled(escapeText(part, key));
    return (old && !xml.includes('<') && writeSections(old, text, { key, escape })) || spelled(xml);
  }

  /** Writes quotes in the texts of XML as references, if the file does. */
  quoted(xml: string): string {
    if (this.references.length === 0) return xml;
    return xml
      .split(/(<[^>]*>)/)
      .map((part, index) => (index % 2 === 0 ? this.withReferences(part) : part))
      .join('');
  }

  private withReferences(xml: string): string {
    return this.references.reduce((text, [character, reference]) => text.replaceAll(character, reference), xml);
  }

  private stepIn({ start, end }: Span): string | undefined {
    const [element] = readXmlFragment(this.source.slice(start, end), XmlEntities.of(this.source));
    const child = element?.type === 'element' ? element.children.find(({ type }) => type === 'element') : undefined;
    if (!child) return this.usualStep;
    const [outer, inner] = [leadOf(this.source, start), leadOf(this.source, start + child.start)];
    if (inner === '') return undefined;
    return inner.startsWith(outer) ? inner.slice(outer.length) : this.usualStep;
  }
}
