import type { MachineProviderName } from '../../src/config/machine-provider';
import type { MachineTranslationSettings } from '../../src/config/machine-translation-variables';
import type { Json } from './client';
import { Receiver } from './receiver';

/** How a machine treats the elements of a text. */
export type MachineWay = 'honest' | 'reorders' | 'translates' | 'drops' | 'doubles' | 'unnests' | 'shouts' | 'escapes';

export const MACHINE_WAYS: readonly MachineWay[] = [
  'honest',
  'reorders',
  'translates',
  'drops',
  'doubles',
  'unnests',
  'shouts',
  'escapes',
];

const ELEMENT = /<(x|span)\b[^>]*>[^<]*<\/\1>|<\/?(?:g|a)\b[^>]*>/g;

/** Translates the words of a text between its elements, as a machine would that knows one word only. */
export function translateMarkup(text: string, way: MachineWay = 'honest'): string {
  const elements = text.match(ELEMENT) ?? [];
  const words = text.split(ELEMENT_SPLIT).map((part) => (part.startsWith('<') ? part : translateWords(part)));
  const places = words.flatMap((part, index) => (part.startsWith('<') ? [index] : []));
  const [first = -1, second = -1] = places;
  switch (way) {
    case 'honest':
      break;
    case 'reorders': {
      const reversed = [...elements].reverse();
      places.forEach((place, index) => (words[place] = reversed[index] ?? ''));
      break;
    }
    case 'translates':
      return words.map((part) => part.replace(/>([^<]+)</, '>wert<').replace(/id="x?(\d+)"/, 'id="$10"')).join('');
    case 'drops':
      if (first >= 0) words[first] = '';
      break;
    case 'doubles':
      if (first >= 0) words.splice(first, 0, words[first] ?? '');
      break;
    case 'unnests':
      if (second >= 0) words.splice(first, 1, ...words.splice(second, 1, words[first] ?? ''));
      break;
    case 'shouts':
      return words.map((part) => part.toUpperCase()).join('');
    case 'escapes':
      return words.map((part) => part.replaceAll('<', '&lt;').replaceAll('>', '&gt;')).join('');
  }
  return words.join('');
}

const ELEMENT_SPLIT = /(<(?:x|span)\b[^>]*>[^<]*<\/(?:x|span)>|<\/?(?:g|a)\b[^>]*>)/;

/** Each word becomes another one. References of XML stay. */
const translateWords = (text: string): string =>
  text.replace(/&\w+;|\p{L}+/gu, (word) => (word.startsWith('&') ? word : `${word}en`));

const DEEPL = '/v2/translate';
const GOOGLE = '/language/translate/v2';
const CHAT = '/chat/completions';

type Translate = (text: string) => string;

/** Returns the answer of a provider, by the path and the body of its protocol. */
function answerOf(path: string, body: Json, translate: Translate): unknown {
  if (path === DEEPL) return { translations: body.text.map((text: string) => ({ text: translate(text) })) };
  if (path === GOOGLE)
    return { data: { translations: body.q.map((text: string) => ({ translatedText: translate(text) })) } };
  if (path === CHAT) {
    const { texts } = JSON.parse(body.messages[1].content) as { texts: { id: string; text: string }[] };
    const translations = texts.map(({ id, text }) => ({ id, text: translate(text) }));
    return { choices: [{ message: { role: 'assistant', content: JSON.stringify({ translations }) } }] };
  }
  if (Array.isArray(body))
    return body.map(({ Text }: { Text: string }) => ({ translations: [{ text: translate(Text), to: 'de' }] }));
  return { translatedText: body.q.map(translate) };
}

/** A server that speaks the protocols of all providers. */
export class MachineServer {
  way: MachineWay = 'honest';

  private constructor(readonly receiver: Receiver) {
    this.answerWell();
  }

  static async start(): Promise<MachineServer> {
    return new MachineServer(await Receiver.start());
  }

  get url(): string {
    return new URL(this.receiver.url).origin;
  }

  /** The settings of a service that translates with it. */
  settings(provider: MachineProviderName = 'deepl', charactersPerMonth = 1_000_000): MachineTranslationSettings {
    const model = provider === 'openai' ? 'small' : undefined;
    return {
      provider,
      url: this.url,
      apiKey: 'secret-of-the-provider',
      model,
      privateAddresses: true,
      charactersPerMonth,
    };
  }

  /** Begins a test: the machine answers well, and has received nothing. */
  begin(): void {
    this.way = 'honest';
    this.answerWell();
    this.receiver.messages.length = 0;
  }

  answerWell(translate: Translate = (text) => translateMarkup(text, this.way)): void {
    this.receiver.answer = (response, { path, payload }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answerOf(path, payload, translate)));
    };
  }

  /** Answers all requests with a failure. A busy one says that it can be asked again at once. */
  answerWith(status: number, body: string, headers: Record<string, string> = { 'retry-after': '0' }): void {
    this.receiver.answer = (response) => void response.writeHead(status, headers).end(body);
  }

  /** Answers the next requests with these failures, and then well. */
  failFirst(...failures: { status: number; body?: string; headers?: Record<string, string> }[]): void {
    this.answerWell();
    const { answer } = this.receiver;
    this.receiver.answer = (response, message) => {
      const failure = failures.shift();
      if (!failure) return answer(response, message);
      response.writeHead(failure.status, failure.headers).end(failure.body ?? '{}');
    };
  }

  close(): Promise<void> {
    return this.receiver.close();
  }
}
