import { settingsOf, type SettingsState } from '../project-write/project-changes';
import type { ProjectWrite } from '../project-write/project-write';
import { conditionsOf, type ReversalTarget } from '../project-write/stores/reversal-target';

interface Settings extends SettingsState {
  targetLanguages: string[];
}

const SWITCHES = ['protectReviewed', 'memory'] as const;
const TEXTS = ['name', 'styleNote'] as const;

/** The name, the style note, the languages and the switches that a reversal puts back. */
export class SettingsReversal {
  /** Languages that stay, because they have texts that stay. */
  readonly languagesInUse = new Set<string>();

  /**
   * @param sourceLanguage which never changes
   * @param current the settings as they are
   * @param restored the settings as they were; undefined if they have not changed since
   * @param afterChange the settings that the undone changes have left
   */
  constructor(
    private readonly sourceLanguage: string,
    private readonly current: Settings,
    private readonly restored: Settings | undefined,
    private readonly afterChange: Settings,
  ) {}

  /** The languages that the undone changes have added. */
  get addedLanguages(): string[] {
    return this.restored ? without(this.afterChange.targetLanguages, this.restored.targetLanguages) : [];
  }

  /** Two writes of a switch cannot be in conflict: there are only two values. */
  private restoredSwitch(name: (typeof SWITCHES)[number]): boolean {
    const { current, restored, afterChange } = this;
    return restored && restored[name] !== afterChange[name] ? restored[name] : current[name];
  }

  /** A text that was changed again stays as it is. */
  private restoredText<Name extends (typeof TEXTS)[number]>(name: Name): Settings[Name] {
    const { current, restored, afterChange } = this;
    const returns = restored && restored[name] !== afterChange[name] && current[name] === afterChange[name];
    return returns ? restored[name] : current[name];
  }

  /** Whether the name or the style note would return, but was changed again. */
  get isTextChanged(): boolean {
    const { current, restored, afterChange } = this;
    if (!restored) return false;
    return TEXTS.some(
      (name) =>
        restored[name] !== afterChange[name] && current[name] !== afterChange[name] && current[name] !== restored[name],
    );
  }

  get isChange(): boolean {
    if (SWITCHES.some((name) => this.restoredSwitch(name) !== this.current[name])) return true;
    if (TEXTS.some((name) => this.restoredText(name) !== this.current[name])) return true;
    return this.targetLanguages.join() !== this.current.targetLanguages.join();
  }

  /** The target languages that the project gets or loses. */
  get changedLanguages(): string[] {
    const { current, targetLanguages } = this;
    return [...without(current.targetLanguages, targetLanguages), ...without(targetLanguages, current.targetLanguages)];
  }

  keepLanguages(languages: readonly string[]): void {
    for (const language of languages) this.languagesInUse.add(language);
  }

  /** Returns whether the project will have a language. */
  has(language: string): boolean {
    return language === this.sourceLanguage || this.targetLanguages.includes(language);
  }

  /** Checks that the project can have the languages that it will have. @throws TooManyLanguagesError */
  assertRoom(write: ProjectWrite): void {
    write.assertTargetLanguages(this.targetLanguages);
  }

  async execute(write: ProjectWrite): Promise<void> {
    await write.rename(this.restoredText('name'));
    await write.setStyleNote(this.restoredText('styleNote'));
    await write.setProtectReviewed(this.restoredSwitch('protectReviewed'));
    await write.setMemory(this.restoredSwitch('memory'));
    await write.setTargetLanguages(this.targetLanguages);
  }

  private get targetLanguages(): string[] {
    const { current, restored } = this;
    if (!restored) return current.targetLanguages;
    const removed = without(this.addedLanguages, [...this.languagesInUse]);
    const kept = without(current.targetLanguages, removed);
    const returning = without(restored.targetLanguages, this.afterChange.targetLanguages);
    const all = [...new Set([...kept, ...returning])];
    // Where the languages are the same as before, they are in the same order.
    const isSame =
      all.length === restored.targetLanguages.length && without(all, restored.targetLanguages).length === 0;
    return isSame ? restored.targetLanguages : all;
  }
}

const without = (languages: readonly string[], others: readonly string[]): string[] =>
  languages.filter((language) => !others.includes(language));

/** Finds the settings to put back. A whole project gets its languages back, but keeps its other settings. */
export async function findSettings({ tx, project }: ProjectWrite, target: ReversalTarget): Promise<SettingsReversal> {
  const { sourceLanguage } = project;
  const current = settingsOf(project);
  if (target.keyId !== undefined) return new SettingsReversal(sourceLanguage, current, undefined, current);
  const { restored: condition } = conditionsOf(target);
  const [restored] = await tx.rows<Settings>(selectHistory(condition), [project.id]);
  if (!restored) return new SettingsReversal(sourceLanguage, current, undefined, current);
  if (target.only === undefined) {
    const { targetLanguages } = restored;
    return new SettingsReversal(sourceLanguage, current, { ...current, targetLanguages }, current);
  }
  const [afterChange = current] = await tx.rows<Settings>(selectHistory(`since = ${target.only}`), [project.id]);
  return new SettingsReversal(sourceLanguage, current, restored, afterChange);
}

const selectHistory = (condition: string): string => `
  SELECT name, target_languages AS "targetLanguages", protect_reviewed AS "protectReviewed", memory, style_note AS "styleNote"
  FROM projects_history WHERE project_id = $1 AND ${condition}`;
