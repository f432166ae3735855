import { BoundedMap } from '../../bounded-map';

/** The most texts changed by others that the page remembers: enough for an hour in which many people write. */
const MAX_CHANGED = 1_000;

/** A person at a text of the project. */
export interface Present {
  person: { id: string; name: string };
  keyId: string;
  language: string;
}

/** A change that the service has told of. */
export interface LiveChange {
  revision: number;
  /** Null: more than the service names. */
  keyIds: string[] | null;
  languages: string[];
  person: { id: string; name: string } | null;
  apiKey: { id: string; name: string } | null;
}

const placeOf = (keyId: string, language: string): string => `${keyId}/${language}`;

/** Who is at which text, and who changed which since the page follows the project. */
class LiveStore {
  private present = new Map<string, readonly string[]>();
  private readonly changed = new BoundedMap<string, string>(MAX_CHANGED);
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The names of the other persons at a text, with commas; empty: nobody. */
  namesAt(keyId: string, language: string): string {
    return this.present.get(placeOf(keyId, language))?.join(', ') ?? '';
  }

  /** The last revision, with its author, that another one made of a text: `57 Ada`. */
  changeOf(keyId: string, language: string): string | undefined {
    return this.changed.get(placeOf(keyId, language));
  }

  /** @param own id of the person who looks at the page */
  setPresent(persons: readonly Present[], own: string | undefined): void {
    const present = new Map<string, string[]>();
    for (const { person, keyId, language } of persons) {
      if (person.id === own) continue;
      const place = placeOf(keyId, language);
      present.set(place, [...(present.get(place) ?? []), person.name]);
    }
    this.present = present;
    this.tell();
  }

  addChange({ revision, keyIds, languages, person, apiKey }: LiveChange): void {
    const author = person?.name ?? apiKey?.name ?? '';
    for (const keyId of keyIds ?? [])
      for (const language of languages) this.changed.set(placeOf(keyId, language), `${revision} ${author}`);
    this.tell();
  }

  /** Forgets a project that the page does not follow any more. */
  clear(): void {
    this.present = new Map();
    this.changed.clear();
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** A page follows one project. */
export const liveStore = new LiveStore();
