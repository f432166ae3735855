import type { EntryToWrite } from '../model/entry';
import { metaText } from '../model/meta';
import type { NewElement, NewText, TemplateList } from '../template/file-template';
import { parseResourceKey, resourceKey, type ResourceName } from './android-names';
import type { ResourceLayout, ResourceWriter } from './android-resource-writer';
import { completeArray, type WantedItems } from './array-items';

/** The file that resources are written for. */
interface ResourceTemplate {
  readonly layout: ResourceLayout;
  /** The changed entries, by the names of their texts. */
  readonly entries: ReadonlyMap<string, EntryToWrite>;
  readonly items: WantedItems;
  createWriter(): ResourceWriter;
}

/** A string or a plural, whose only entry has the index 0, or an array. */
interface ResourceGroup {
  entries: Map<number, EntryToWrite>;
  names: string[];
}

/** Writes the resources that a template lacks, in its layout. */
export class NewResources {
  private readonly writer: ResourceWriter;

  constructor(private readonly template: ResourceTemplate) {
    this.writer = template.createWriter();
  }

  /** Writes the missing forms of one plural. */
  writeForms(texts: readonly NewText[]): NewElement[] {
    return texts.map(({ name, value }) => ({
      source: `<item quantity="${name.slice(name.indexOf('\0') + 1)}">${value}</item>`,
      names: [name],
    }));
  }

  /** Writes further items of one array, with empty ones in front of an item that does not follow the others. */
  writeItems(list: TemplateList, texts: readonly NewText[]): NewElement[] {
    const { itemIndent, newline } = this.template.layout;
    const entries = texts.flatMap(({ name }) => this.template.entries.get(name) ?? []);
    const items = new Map(entries.map((entry) => [resourceOf(entry).index ?? 0, entry]));
    const lines = completeArray(items, [], list.elements.length)
      .map((entry) => this.writer.writeItem(entry, true))
      .join('');
    const source = lines.slice(itemIndent.length, lines.length - newline.length);
    return [{ source, names: texts.map(({ name }) => name) }];
  }

  /** Writes strings, plurals and arrays. */
  writeResources(texts: readonly NewText[]): NewElement[] {
    const groups = new Map<string, ResourceGroup>();
    for (const { name } of texts) {
      const entry = this.template.entries.get(name.split('\0')[0] ?? '');
      if (!entry) continue;
      const { index, ...resource } = resourceOf(entry);
      const id = index === undefined ? entry.key : `\0${resourceKey(resource)}`;
      const group: ResourceGroup = groups.get(id) ?? { entries: new Map(), names: [] };
      groups.set(id, group);
      group.entries.set(index ?? 0, entry);
      group.names.push(name);
    }
    return Array.from(groups.values(), ({ entries, names }) => ({ source: this.writeResource(entries), names }));
  }

  private writeResource(entries: ReadonlyMap<number, EntryToWrite>): string {
    const { indent, newline } = this.template.layout;
    const [entry] = entries.values();
    if (!entry) return '';
    const { index, ...resource } = resourceOf(entry);
    const source =
      index === undefined
        ? this.writer.writeResource(entry, resource)
        : this.writer.writeArray(completeArray(entries, this.template.items.missingBeside(entry.key)), resource);
    return source.slice(indent.length, source.length - newline.length);
  }
}

const resourceOf = (entry: EntryToWrite): ResourceName => parseResourceKey(entry.key, metaText(entry.keyMeta?.product));
