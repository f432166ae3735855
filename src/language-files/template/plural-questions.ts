import type { TemplateContext } from '../model/codec';
import type { Plural } from '../model/plural';

type IsPlural = TemplateContext['isPlural'];

/** Questions of a template's reader about the plurals of the project, with their answers. */
export class PluralQuestions {
  private readonly asked: { key: string; like?: Pick<Plural, 'type' | 'arg'>; answer: boolean }[] = [];

  /** @param isPlural answers until the questions end */
  constructor(private isPlural?: IsPlural) {}

  ask(...[key, like]: Parameters<IsPlural>): boolean {
    const answer = this.isPlural?.(key, like) ?? false;
    this.asked.push({ key, answer, ...(like && { like: { type: like.type, arg: like.arg } }) });
    return answer;
  }

  /** Frees the memory of the texts that the answers come from. */
  end(): void {
    this.isPlural = undefined;
  }

  haveAnswersOf(isPlural: IsPlural): boolean {
    return this.asked.every(({ key, like, answer }) => isPlural(key, like) === answer);
  }
}
