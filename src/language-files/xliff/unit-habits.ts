import type { EntryToWrite, ParsedEntry } from '../model/entry';
import { type MetaValue, metaItems, metaObject, metaPairs, metaText } from '../model/meta';
import { type XmlElement, attribute } from '../xml/xml-tree';
import { unitId } from './unit-keys';

/** Whether most of several things are of a kind. */
class Majority {
  private count = 0;
  private ofKind = 0;

  add(isOfKind: boolean): void {
    this.count++;
    if (isOfKind) this.ofKind++;
  }

  /** @param byDefault of no things */
  isOfKind(byDefault = false): boolean {
    return this.count === 0 ? byDefault : 2 * this.ofKind > this.count;
  }
}

/**
 * Whether a text looks like a name (`user.title`, `no-assignment`): a word that begins with a small letter or has
 * parts.
 */
const looksLikeName = (text: string): boolean => !/\s/.test(text) && /^\p{Ll}|[._:-][\p{L}\p{N}]/u.test(text);

/** The attributes and names that most units of a document have. New and edited units get them, too. */
export class UnitHabits {
  private readonly names = new Majority();
  private readonly namesAsIds = new Majority();
  private readonly sourcesAsNames = new Majority();
  private readonly states = new Majority();
  private readonly approvals = new Majority();
  /** The numbers of the descriptions whose notes have the same attributes, by their JSON. */
  private readonly notes = new Map<string, number>();

  /**
   * @param nameAttribute the attribute of a unit that names its text for programs
   * @param hasState returns whether a unit tells its state; undefined for one that has no place for it
   */
  constructor(
    readonly nameAttribute: string,
    private readonly hasState: (unit: XmlElement) => boolean | undefined,
  ) {}

  /** Adds a unit of the document. */
  add(unit: XmlElement, { key, source, description, keyMeta }: ParsedEntry): void {
    const name = attribute(unit, this.nameAttribute);
    this.names.add(name !== undefined);
    if (name !== undefined) this.namesAsIds.add(name === key);
    this.sourcesAsNames.add(source === (name ?? key) && (name !== undefined || looksLikeName(key)));
    const hasState = this.hasState(unit);
    if (hasState !== undefined) {
      this.states.add(hasState);
      this.approvals.add(attribute(unit, 'approved') !== undefined);
    }
    if (description === undefined) return;
    const note = metaItems(keyMeta?.notes)
      .map(metaObject)
      .find(({ text }) => metaText(text) === undefined);
    const attributes = JSON.stringify(metaPairs(note?.attributes));
    this.notes.set(attributes, (this.notes.get(attributes) ?? 0) + 1);
  }

  /** Whether translations have states. @param byDefault in a document without units */
  hasStates(byDefault: boolean): boolean {
    return this.states.isOfKind(byDefault);
  }

  /** Whether units with a translation tell if they are approved. */
  get hasApprovals(): boolean {
    return this.approvals.isOfKind();
  }

  /** Whether a source is the name of its text, which programs look for, and not the text of the source language. */
  isName(unit: XmlElement, key: string, source: string): boolean {
    return this.sourcesAsNames.isOfKind() && source === (attribute(unit, this.nameAttribute) ?? key);
  }

  /**
   * Returns an entry that the document lacks with what its other units have: a name, the name as the source, the
   * attributes of notes.
   *
   * @param hasTarget the unit has a place for its text beside the source
   */
  asNew(entry: EntryToWrite, hasTarget: boolean): EntryToWrite {
    const { key, keyMeta, description } = entry;
    const id = unitId(key, keyMeta);
    const pairs = new Map(metaPairs(keyMeta?.attributes));
    const { nameAttribute } = this;
    const stored = pairs.get(nameAttribute);
    const hasOwnName = this.names.isOfKind() && (stored === undefined || this.namesAsIds.isOfKind());
    const name = hasOwnName ? id : stored;
    if (name !== undefined) pairs.set(nameAttribute, name);
    const [noteAttributes = '[]'] = [...this.notes].sort(([, one], [, other]) => other - one)[0] ?? [];
    const hasNote = description !== undefined && keyMeta?.notes === undefined && noteAttributes !== '[]';
    const isNamed = hasTarget && this.sourcesAsNames.isOfKind();
    return {
      ...entry,
      ...(isNamed && { source: name ?? id }),
      keyMeta: {
        ...keyMeta,
        ...(pairs.size > 0 && { attributes: [...pairs] }),
        ...(hasNote && { notes: [{ attributes: metaPairs(JSON.parse(noteAttributes) as MetaValue) }] }),
      },
    };
  }
}
