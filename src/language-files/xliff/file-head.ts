import type { Meta, MetaMembers } from '../model/meta';
import { type AttributePairs, namespaceDeclarations, storedAttributes } from '../xml/stored-xml';
import { type Namespaces, keptAttributes, metaNamespaces, namespacesUsed } from '../xml/xml-markup';
import { type XmlElement, attribute } from '../xml/xml-tree';
import { attributes } from '../xml/xml-writer';
import { withoutName } from './document-reader';

/** The head of a `<file>` in one version of XLIFF: its attributes, and the elements in front of its units. */
export interface HeadSyntax {
  /** The attribute that names the file, and the member of its metadata. */
  name: 'original' | 'id';
  /** The attributes that an export writes anew. All others are kept. */
  ownAttributes: readonly string[];
  /** Returns the elements that are kept. */
  elementsOf: (file: XmlElement) => readonly XmlElement[];
  /** Returns the metadata of the elements, of which there is at least one. */
  readElements: (elements: readonly XmlElement[]) => MetaMembers;
  /** Returns the lines of the elements, without their indentation, and of what stands between them and the units. */
  writeElements: (stored: Meta, namespaces: Namespaces) => readonly string[];
}

/** @param scope the elements around the file, the root first, and the file itself */
export function readFileHead(file: XmlElement, scope: readonly XmlElement[], syntax: HeadSyntax): Meta {
  const { name, ownAttributes, elementsOf, readElements } = syntax;
  const elements = elementsOf(file);
  const namespaces = [...namespacesUsed([withoutName(file, elements)], scope)];
  return {
    [name]: attribute(file, name) ?? '',
    attributes: keptAttributes(file, ownAttributes),
    ...(elements.length > 0 && readElements(elements)),
    ...(namespaces.length > 0 && { namespaces }),
  };
}

/** @param attributesOf returns the attributes that are written anew, beside those that are kept */
export function writeFileHead(
  name: string,
  stored: Meta,
  { ownAttributes, writeElements }: HeadSyntax,
  attributesOf: (kept: AttributePairs) => AttributePairs,
): string {
  const namespaces = metaNamespaces(stored.namespaces);
  const kept = storedAttributes(stored.attributes, namespaces, [...ownAttributes]);
  const pairs = [...namespaceDeclarations(namespaces), ...attributesOf(kept), ...kept];
  const lines = writeElements(stored, namespaces).map((line) => `    ${line}\n`);
  return `  <file${attributes(pairs, name)}>\n${lines.join('')}`;
}
