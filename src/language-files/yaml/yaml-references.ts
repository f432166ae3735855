import { FileLimitError } from '../model/format-errors';
import { KeyPaths } from '../model/nesting/key-paths';
import type { KeySeparator } from '../model/nesting/key-separator';
import { TemplateMisfitError, type WantedTexts } from '../template/file-template';
import type { NestedList } from '../template/nested-list';
import { firstNotBefore } from '../template/first-from';
import { textsOf } from '../template/rewrite-template';
import type { AliasResolver } from './alias-resolver';
import { MAX_YAML_DEPTH } from './yaml-document';
import type { YamlText } from './yaml-list';
import type { YamlAlias, YamlContent, YamlNode } from './yaml-node';
import { getText } from './yaml-reader';

/** A text that a reference gives to its map. */
interface GivenText {
  /** The part of the key behind the part of the map. */
  rest: string;
  value: string | null;
  /** The text that it is; none if the merge key itself or a value that is never changed has it. */
  target?: string;
}

/** An alias of a map or list, or a merge key. */
interface ListReference {
  /** Stands for the reference: its element stays as long as this text is wanted. */
  text: YamlText;
  /** The key of the map or list that gets the texts. */
  key: string;
  /** Its name, if the reference is all of it. Undefined for a merge key. */
  name?: string;
  /** The parts of the keys of the maps and lists that it gives. A merge gives the members of its map. */
  lists: string[];
  /** The keys of the maps or lists that it refers to. */
  targets: string[];
  given: GivenText[];
}

/** The start of the names of references. */
const REFERENCE = '\0*';

/** The aliases of a document. Each stays as long as what it refers to has the texts that are wanted in its place. */
export class YamlReferences {
  private readonly texts = new Map<YamlNode, YamlText>();
  /** The keys of maps and lists; undefined for values that are never changed or removed. */
  private readonly keys = new Map<YamlNode, string | undefined>();
  private readonly aliases: { text: YamlText; target: YamlText }[] = [];
  private readonly references: ListReference[] = [];
  /** The texts that references give, by name. */
  private readonly given = new Map<string, string | null>();
  private readonly paths: KeyPaths;

  constructor(
    private readonly resolver: AliasResolver,
    private readonly separator: KeySeparator,
  ) {
    this.paths = new KeyPaths(separator.text);
  }

  /** `prepare` changes the texts that stand for references. */
  get changesTexts(): boolean {
    return this.aliases.length > 0 || this.references.length > 0;
  }

  /** Maps or lists have their texts in other places too, under names that depend on theirs. */
  get sharesLists(): boolean {
    return this.references.length > 0;
  }

  anchorText(node: YamlNode, text: YamlText): void {
    this.texts.set(node, text);
  }

  anchorList(node: YamlNode, key: string): void {
    this.keys.set(node, key);
  }

  /** Adds the anchors of a value that is never changed or removed. Recurses at most `MAX_YAML_DEPTH` levels. */
  anchorFixed(node: YamlNode | undefined): void {
    if (!node || node.kind === 'alias') return;
    this.keys.set(node, undefined);
    if (node.kind === 'map') for (const { value } of node.pairs) this.anchorFixed(value);
    else if (node.kind === 'sequence') for (const { value } of node.items) this.anchorFixed(value);
  }

  /** Returns the text of an alias. */
  addAlias(alias: YamlAlias, place: Omit<YamlText, 'value'>, name: string): YamlText {
    const target = this.resolver.targetOf(alias);
    const anchored = target && this.texts.get(target);
    if (!anchored) {
      const reference = this.createReference(place, place.name, name);
      reference.lists.push('');
      this.expand(target, '', reference.given, this.addTarget(alias, reference));
      return this.finish(reference);
    }
    const text = { ...place, value: anchored.value };
    this.aliases.push({ text, target: anchored });
    return text;
  }

  /**
   * Returns the text of a merge key.
   *
   * @param own the names of the map's own members, which are not merged
   */
  addMerge(value: YamlNode | undefined, place: Omit<YamlText, 'value'>, own: ReadonlySet<string>): YamlText {
    const reference = this.createReference(place, place.name);
    const names = new Set(own);
    for (const merged of value?.kind === 'sequence' ? value.items.map((item) => item.value) : [value]) {
      const { node } = this.resolver.resolve(merged, true);
      const target = merged?.kind === 'alias' ? this.addTarget(merged, reference) : undefined;
      if (node?.kind !== 'map') throw new TemplateMisfitError('a merge of something else than maps');
      for (const member of this.resolver.listMembers(node, true)) {
        if (names.has(member.name)) continue;
        names.add(member.name);
        const rest = this.separator.text + member.name;
        if (member.value.node && member.value.node.kind !== 'scalar') reference.lists.push(rest);
        this.expand(member.value.node, rest, reference.given, target);
      }
    }
    return this.finish(reference);
  }

  private finish({ text, key, given }: ListReference): YamlText {
    for (const { rest, value } of given) this.given.set(key + rest, value);
    return text;
  }

  /** Whether a reference gives a text. */
  gives(name: string): boolean {
    return this.given.has(name);
  }

  /** Returns the text that a reference gives. */
  textOf(name: string): string | null | undefined {
    return this.given.get(name);
  }

  private createReference(place: Omit<YamlText, 'value'>, key: string, name?: string): ListReference {
    const text = { ...place, name: `${REFERENCE}${this.references.length}`, value: '*' };
    const reference: ListReference = { text, key, name, lists: [], targets: [], given: [] };
    this.references.push(reference);
    return reference;
  }

  private addTarget(alias: YamlAlias, reference: ListReference): string | undefined {
    const target = this.resolver.targetOf(alias);
    if (!target || !this.keys.has(target)) throw new TemplateMisfitError('the anchor does not belong to a value');
    const key = this.keys.get(target);
    if (key !== undefined) reference.targets.push(key);
    return key;
  }

  private expand(node: YamlContent | undefined, rest: string, given: GivenText[], target?: string, depth = 1): void {
    if (depth > MAX_YAML_DEPTH) throw new FileLimitError(`nested deeper than ${MAX_YAML_DEPTH} levels`);
    if (node?.kind === 'map') {
      for (const { name, value } of this.resolver.listMembers(node, true)) {
        this.expand(value.node, this.paths.child(rest, name), given, target, depth + 1);
      }
    } else if (node?.kind === 'sequence') {
      for (const [index, item] of node.items.entries()) {
        const { node: value } = this.resolver.resolve(item.value, true);
        this.expand(value, this.paths.item(rest, index), given, target, depth + 1);
      }
    } else
      given.push({ rest, value: getText({ node }) ?? null, ...(target !== undefined && { target: target + rest }) });
  }

  /**
   * Returns the texts without those that references give. A reference whose target has other texts is dropped: its
   * texts are written in its place.
   *
   * @param placeOf returns the list that a new text belongs to
   */
  prepare(wanted: WantedTexts, last: ReadonlyMap<string, unknown>, placeOf: (name: string) => NestedList): WantedTexts {
    this.prepareAliases(wanted, last);
    if (this.references.length === 0) return wanted;
    const prepared = new Map(wanted);
    const grown = new Set<string>();
    const added: string[] = [];
    for (const [name, value] of wanted) {
      if (value === undefined || last.has(name) || this.gives(name)) continue;
      added.push(name);
      for (let list: NestedList | undefined = placeOf(name); list; list = list.parent) grown.add(list.key ?? '');
    }
    added.sort();
    for (const reference of this.references) {
      const isGrown = reference.targets.some((target) => grown.has(target));
      // A text that is new in its place would hide the map or list that it gives there.
      const isExtended = reference.lists.some((rest) => this.hasBelow(reference.key + rest, added));
      if (isGrown || isExtended || !isIntact(reference, wanted)) {
        if (reference.name !== undefined) reference.text.list.names.delete(reference.name);
        continue;
      }
      prepared.set(reference.text.name, '*');
      for (const { rest } of reference.given) prepared.delete(reference.key + rest);
    }
    return prepared;
  }

  /** Whether one of sorted names is in the map or list of a key. */
  private hasBelow(key: string, sorted: readonly string[]): boolean {
    return [this.separator.text, '['].some((next) =>
      sorted[firstNotBefore(sorted, key + next)]?.startsWith(key + next),
    );
  }

  /** An alias of a text has the text that its target gets. */
  private prepareAliases(wanted: WantedTexts, last: ReadonlyMap<string, unknown>): void {
    for (const { text, target } of this.aliases) {
      const value = last.get(target.name) === target ? stateOf(wanted, target.name, target.value) : target.value;
      text.value = value ?? null;
      const stays =
        last.get(text.name) === text ? !wanted.get(text.name) && wanted.has(text.name) : wanted.has(text.name);
      if (value === undefined && stays) throw new TemplateMisfitError('an alias refers to a text that is removed');
    }
  }
}

/** Returns whether the targets of a reference have the texts that are wanted in its place. */
function isIntact({ text, key, name, targets, given }: ListReference, wanted: WantedTexts): boolean {
  let count = 0;
  for (const { rest, value, target } of given) {
    const state = target === undefined ? (value ?? '') : stateOf(wanted, target, value);
    if (state !== stateOf(wanted, key + rest, value)) return false;
    if (state !== undefined) count++;
  }
  // A text that one of several maps loses could be in another one of them.
  if (targets.length > 1 ? count < given.length : count === 0 && given.length > 0) return false;
  // A member that is removed could have hidden one of the target.
  return name !== undefined || isKept(text, wanted);
}

/** Returns whether all texts around a merge key stay. */
function isKept({ list }: YamlText, wanted: WantedTexts): boolean {
  for (const { name, key = name, value } of textsOf(list)) {
    if (wanted.has(key) && stateOf(wanted, key, value) === undefined) return false;
    if (!wanted.has(key) && !name.startsWith(REFERENCE)) return false;
  }
  return true;
}

/** Returns the text that a name gets, `""` for none; undefined for a name that is removed. */
function stateOf(wanted: WantedTexts, name: string, value: string | null): string | undefined {
  return wanted.get(name) ?? (wanted.has(name) && !value ? '' : undefined);
}
