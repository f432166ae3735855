import { FormatError } from '../model/format-errors';
import type { TemplateText } from '../template/file-template';
import { inLinesOf } from '../xml/kept-lines';
import { readXmlText } from '../xml/xml-reader';
import { writeSections } from '../xml/sections';
import { addAttributes, respell, tagsOf, withLineEnds } from '../xml/xml-template';
import { attribute, ownText, type XmlElement } from '../xml/xml-tree';
import { cdataSections, escapeText } from '../xml/xml-writer';
import { type AndroidContent, readContent } from './android-content';
import { decodeRun, encodeRun } from './android-escapes';
import { positionOf } from './android-elements';
import { type Rendering, renderText } from './android-rendering';
import type { StringRendering } from './android-resource-writer';

const QUOTED = /^\s*"(?:[^"\\]|\\[^])*"\s*$/;
const UNICODE_ESCAPE = /\\u([\da-fA-F]{4})/g;

/** A text of a template: the `<string>` or `<item>` as a whole. Its value is its XML in the canonical layout. */
export class AndroidText implements TemplateText {
  readonly start: number;
  readonly end: number;
  readonly element: XmlElement;

  /** @param scope the elements around the text and its own, the root first */
  constructor(
    readonly name: string,
    readonly key: string | undefined,
    private readonly scope: readonly XmlElement[],
  ) {
    const element = scope.at(-1);
    if (!element) throw new Error('a text has an element');
    this.element = element;
    this.start = element.start;
    this.end = element.end;
  }

  get value(): string {
    return canonicalXml(readContent(this.element, positionOf(this.element)));
  }

  /**
   * Writes the element with another text in the style of the old one.
   *
   * @param namespaces those that the text may use
   */
  write(
    xml: string,
    rendering: Rendering | StringRendering | undefined,
    namespaces: ReadonlyMap<string, string>,
  ): string {
    const { head, tail } = tagsOf(this.element);
    const added: [name: string, value: string][] = [];
    for (const prefix of rendering?.prefixes ?? []) {
      const uri = namespaces.get(prefix);
      if (uri !== undefined && !this.isDeclared(prefix)) added.push([`xmlns:${prefix}`, uri]);
    }
    if (rendering && 'needsFormatted' in rendering && rendering.needsFormatted && !this.isExempt()) {
      added.push(['formatted', 'false']);
    }
    return `${addAttributes(head, added)}>${this.restyle(xml)}${tail}`;
  }

  private isDeclared(prefix: string): boolean {
    return this.scope.some((element) => attribute(element, `xmlns:${prefix}`) !== undefined);
  }

  private isExempt(): boolean {
    const { element } = this;
    return (
      element.name === 'item' ||
      attribute(element, 'formatted') !== undefined ||
      attribute(element, 'translatable') === 'false'
    );
  }

  /** Returns the XML in the style of the old content, if an import reads it as the same text. */
  private restyle(xml: string): string {
    const { file, contentStart, contentEnd } = this.element;
    const old = file.slice(contentStart, contentEnd);
    const content = readContent(this.element, positionOf(this.element));
    const wanted = canonicalXml(contentOf(xml));
    const styled = xml.includes('<') ? respell(xml, old) : this.restyleText(xml, old, content);
    for (const written of [...this.inLines(xml, old), styled]) {
      if (canonicalXml(contentOf(written)) === wanted) return written;
    }
    return xml;
  }

  /** Returns the XML with the lines of the old content. */
  private inLines(xml: string, old: string): string[] {
    const hasSections = this.element.children.some((node) => node.type === 'text' && node.cdata);
    if (hasSections) return xml.includes('<') ? [] : this.inSections(xml);
    if (!/[\r\n]/.test(old.trim())) return [];
    return [inLinesOf(old, respell(xml, old), (word) => (/[<&]/.test(word) ? word : respellWord(word)))];
  }

  /** Returns the XML with the CDATA sections and the lines of the old content. */
  private inSections(xml: string): string[] {
    const { element } = this;
    const text = inLinesOf(ownText(element), ownText(elementWith(xml)), respellWord);
    const escape = (part: string): string => escapeText(part, this.name);
    const newlines = (part: string): string => withLineEnds(part, element.file);
    return [writeSections(element, text, { key: this.name, escape, newlines }) ?? xml];
  }

  private restyleText(xml: string, old: string, content: AndroidContent): string {
    if (content.markup) return respell(xml, old);
    const trimmed = old.trim();
    const lead = old.slice(0, old.indexOf(trimmed));
    const trail = old.slice(lead.length + trimmed.length);
    if (content.cdata) return lead + cdataSections(ownText(elementWith(xml)), '') + trail;
    const quoted =
      QUOTED.test(old) && !xml.startsWith('"') && !content.reference ? `"${unescapeApostrophes(xml)}"` : xml;
    const spelled = new Map(
      Array.from(old.matchAll(UNICODE_ESCAPE), ([escape, code]) => [
        String.fromCharCode(parseInt(code ?? '', 16)),
        escape,
      ]),
    );
    return lead + respell(quoted, old, spelled) + trail;
  }
}

const elementWith = (xml: string): XmlElement => readXmlText(`<item>${xml}</item>`).root;

function contentOf(xml: string): AndroidContent {
  const element = elementWith(xml);
  return readContent(element, positionOf(element));
}

/** Returns a word of a file as an export writes it. */
function respellWord(word: string): string {
  try {
    const text = decodeRun(word, { quoted: false, spaced: false }, {});
    return encodeRun(text, '', { afterSpace: false, last: false, first: false });
  } catch (error) {
    if (error instanceof FormatError) return word;
    throw error;
  }
}

const unescapeApostrophes = (text: string): string =>
  text.replace(/\\[^]/g, (escape) => (escape === "\\'" ? "'" : escape));

const canonicalXml = ({ text, markup, reference }: AndroidContent): string =>
  renderText(text, { markup, reference, cdata: false }, '').xml;
