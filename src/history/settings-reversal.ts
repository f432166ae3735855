import type { ProjectWrite } from '../projects/write/project-write';
import { conditionsOf, type ReversalTarget } from '../projects/write/reversal-target';

interface Settings {
  name: string;
  targetLanguages: string[];
  protectReviewed: boolean;
}

/** The name, the languages and the protection that a reversal puts back. */
export class SettingsReversal {
  /** Languages that stay, because they have texts that others have set. */
  readonly languagesInUse: string[] = [];

  /**
   * @param sourceLanguage which never changes
   * @param current the settings as they are
   * @param wanted the settings as they were; undefined if they have not changed since
   * @param made the settings that what is undone has left
   */
  constructor(
    private readonly sourceLanguage: string,
    private readonly current: Settings,
    private readonly wanted: Settings | undefined,
    private readonly made: Settings,
  ) {}

  /** The languages that what is undone has added. */
  get addedLanguages(): string[] {
    return this.wanted ? without(this.made.targetLanguages, this.wanted.targetLanguages) : [];
  }

  /** Two writes of a switch cannot be in conflict: there are only two values. */
  private get protectReviewed(): boolean {
    const { current, wanted, made } = this;
    return wanted && wanted.protectReviewed !== made.protectReviewed ? wanted.protectReviewed : current.protectReviewed;
  }

  /** The name would return, but was changed again. */
  get isNameChanged(): boolean {
    return this.wantsName && this.current.name !== this.made.name && this.current.name !== this.wanted?.name;
  }

  get isChange(): boolean {
    if (this.protectReviewed !== this.current.protectReviewed) return true;
    return this.name !== this.current.name || this.targetLanguages.join() !== this.current.targetLanguages.join();
  }

  keepLanguages(languages: readonly (string | null)[]): void {
    for (const language of new Set(languages)) if (language !== null) this.languagesInUse.push(language);
  }

  /** Returns whether the project will have a language. */
  has(language: string): boolean {
    return language === this.sourceLanguage || this.targetLanguages.includes(language);
  }

  async execute(write: ProjectWrite): Promise<void> {
    await write.rename(this.name);
    await write.setProtectReviewed(this.protectReviewed);
    await write.setTargetLanguages(this.targetLanguages);
  }

  private get wantsName(): boolean {
    return this.wanted !== undefined && this.wanted.name !== this.made.name;
  }

  private get name(): string {
    return this.wanted && this.wantsName && this.current.name === this.made.name ? this.wanted.name : this.current.name;
  }

  private get targetLanguages(): string[] {
    const { current, wanted } = this;
    if (!wanted) return current.targetLanguages;
    const removed = without(this.addedLanguages, this.languagesInUse);
    const kept = without(current.targetLanguages, removed);
    const returning = without(wanted.targetLanguages, this.made.targetLanguages);
    const all = [...new Set([...kept, ...returning])];
    // Where the languages are those of before, they are in the same order.
    const isSame = all.length === wanted.targetLanguages.length && without(all, wanted.targetLanguages).length === 0;
    return isSame ? wanted.targetLanguages : all;
  }
}

const without = (languages: readonly string[], others: readonly string[]): string[] =>
  languages.filter((language) => !others.includes(language));

/** Finds the settings to put back. A whole project gets its languages back, but keeps its name and its protection. */
export async function findSettings({ tx, project }: ProjectWrite, target: ReversalTarget): Promise<SettingsReversal> {
  const { sourceLanguage, name, targetLanguages, protectReviewed } = project;
  const current = { name, targetLanguages, protectReviewed };
  if (target.keyId !== undefined) return new SettingsReversal(sourceLanguage, current, undefined, current);
  const { wanted: condition } = conditionsOf(target);
  const [wanted] = await tx.rows<Settings>(selectHistory(condition), [project.id]);
  if (!wanted) return new SettingsReversal(sourceLanguage, current, undefined, current);
  if (target.only === undefined)
    return new SettingsReversal(sourceLanguage, current, { ...wanted, name, protectReviewed }, current);
  const [made = current] = await tx.rows<Settings>(selectHistory(`since = ${target.only}`), [project.id]);
  return new SettingsReversal(sourceLanguage, current, wanted, made);
}

const selectHistory = (condition: string): string => `
  SELECT name, target_languages AS "targetLanguages", protect_reviewed AS "protectReviewed" FROM projects_history WHERE project_id = $1 AND ${condition}`;
