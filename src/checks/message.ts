import {
  CHOICE_MARK,
  hasIcuType,
  isMessageForm,
  type MessageForm,
  type MessageProblem,
  parseMessageTree,
} from '../language-files/messages';
import { Flag } from './character-flags';
import type { FoundPlaceholder } from './placeholders';
import { TextFacts } from './text-facts';

/** A form of a message, with the facts of its text. */
export interface Form {
  readonly facts: TextFacts;
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly type: 'plural' | 'selectordinal' | 'select';
  readonly arg: string;
  readonly options: ReadonlyMap<string, Form>;
}

/** A form without choices of its own that is all that a message shows, with the options that lead to it. */
export interface Leaf {
  readonly form: Form;
  readonly path: readonly (readonly [choice: Choice, selector: string])[];
}

/** Choices within choices are read up to this depth. */
const MAX_DEPTH = 8;

/** The separate parts of a text that is an ICU message, or the whole of any other text. */
export class Message {
  private foundIcu: boolean | undefined;
  private tree: Form | undefined;
  private parsed: MessageForm | MessageProblem | undefined;
  private allLeaves: readonly Leaf[] | undefined;
  private allPlaceholders: readonly FoundPlaceholder[] | undefined;
  private allChoices: readonly Choice[] | undefined;
  private readonly whole: TextFacts;

  constructor(readonly text: string) {
    this.whole = new TextFacts(text);
  }

  has(flag: number): boolean {
    return this.whole.has(flag);
  }

  /** The text has choices, numbers or dates of ICU, or the doubled apostrophes of a message with arguments. */
  get isIcu(): boolean {
    return (this.foundIcu ??=
      this.has(Flag.brace) && (hasIcuType(this.text) || (this.text.includes("''") && /\{\w{1,100}\}/.test(this.text))));
  }

  /** The message as ICU reads it, or what is wrong with it. */
  get icu(): MessageForm | MessageProblem {
    return (this.parsed ??= parseMessageTree(this.text));
  }

  get root(): Form {
    return (this.tree ??= this.readRoot());
  }

  private readRoot(): Form {
    if (this.isIcu && isMessageForm(this.icu)) return toForm(this.icu);
    return { facts: this.whole, choices: [] };
  }

  /**
   * The forms that are shown as they are: the options of a message that is one choice, else the text around its
   * choices.
   */
  get leaves(): readonly Leaf[] {
    return (this.allLeaves ??= addLeaves(this.root, [], []));
  }

  /** The placeholders of all forms. */
  get placeholders(): readonly FoundPlaceholder[] {
    return (this.allPlaceholders ??= placeholdersOf(this.root));
  }

  get choices(): readonly Choice[] {
    const { root } = this;
    return (this.allChoices ??=
      root.choices.length === 0 ? root.choices : withOptions(root).flatMap(({ choices }) => choices));
  }

  /** Returns the leaf that the numbers and options on the path of another message's leaf select. */
  counterpartOf(path: Leaf['path']): Form {
    let form = this.root;
    for (let depth = 0; depth < MAX_DEPTH && isTransparent(form); depth++) {
      const [choice] = form.choices;
      const selector = path.find(([{ arg }]) => arg === choice?.arg)?.[1] ?? 'other';
      const next = choice?.options.get(selector) ?? choice?.options.get('other');
      if (!next) return form;
      form = next;
    }
    return form;
  }
}

function toForm({ text, choices }: MessageForm): Form {
  return {
    facts: new TextFacts(text, true),
    choices: choices.map(({ type, arg, options }) => ({
      type,
      arg,
      options: new Map([...options].map(([selector, form]) => [selector, toForm(form)])),
    })),
  };
}

/** Returns whether a form is nothing but one choice. */
const isTransparent = ({ facts, choices }: Form): boolean => choices.length === 1 && facts.text === CHOICE_MARK;

function addLeaves(form: Form, path: Leaf['path'], into: Leaf[]): Leaf[] {
  const [choice] = form.choices;
  if (!choice || !isTransparent(form) || path.length >= MAX_DEPTH) into.push({ form, path });
  else for (const [selector, option] of choice.options) addLeaves(option, [...path, [choice, selector]], into);
  return into;
}

/** Returns a form with the options of its choices. */
const withOptions = (form: Form): readonly Form[] => (form.choices.length === 0 ? [form] : addForms(form, []));

function addForms(form: Form, into: Form[]): Form[] {
  into.push(form);
  for (const { options } of form.choices) for (const option of options.values()) addForms(option, into);
  return into;
}

/** Returns the placeholders of a form and of the options of its choices. */
export const placeholdersOf = (form: Form): readonly FoundPlaceholder[] =>
  form.choices.length === 0 ? form.facts.placeholders : withOptions(form).flatMap(({ facts }) => facts.placeholders);
