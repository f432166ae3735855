import { matchOf } from '../src/memory/match';
import { MemoryIndex } from '../src/memory/memory-index';
import { type TokenizedText, Tokenizer } from '../src/memory/tokens';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { stopBackground } from './support/stop-background';

const TEXTS = Number(process.env.MEMORY_TEXTS ?? 20_000);
const QUERIES = Number(process.env.MEMORY_QUERIES ?? 500);
const OF_REQUEST = 50;

const COMMON = [
  ...'save the file of page user to delete open and your message new list all account name for'.split(' '),
  ...'сохранить файл страница и в пользователь удалить новый'.split(' '),
  ...'αρχείο σελίδα και το χρήστης νέο άνοιγμα'.split(' '),
  ...'ملف صفحة المستخدم حفظ جديد في'.split(' '),
  ...'保存文件 删除 页面 用户 新建'.split(' '),
  ...'{name} {count} 5 12 2026 %d <b> </b> … !'.split(' '),
];
/** Words that are rarer, with an ending of their own. */
const VOCABULARY = [
  ...COMMON,
  ...Array.from({ length: 3_000 }, (_, i) => `${COMMON[i % 43]}${'abcdefghij'[i % 10]}${i}`),
];

/** Returns numbers from 0 to 1 that follow from a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the memory', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
    // The index is brought up to date by the test.
    await stopBackground(running.app);
  });
  afterAll(() => running.close());

  it('finds what a comparison with each text finds', async () => {
    const random = numbers(7);
    const wordAt = (): string => VOCABULARY[Math.floor(VOCABULARY.length ** random()) - 1] ?? 'x';
    const textOf = (): string => Array.from({ length: 1 + Math.floor(random() ** 2 * 24) }, wordAt).join(' ');
    const texts = Array.from({ length: TEXTS }, textOf);
    const project = await running.given.project({ targetLanguages: ['de'] });
    for (const language of ['en', 'de']) {
      const file = texts.map((text, i) => [`k${i}`, language === 'en' ? text : `de ${i}`]);
      const path = `projects/${project.id}/import?format=json&language=${language}`;
      const { status } = await project.api.post(path, undefined, { body: JSON.stringify(Object.fromEntries(file)) });
      expect(status).toBe(200);
    }
    const indexed = { id: project.id, organizationId: project.organization.id, sourceLanguage: 'en' };
    while (await running.app.get(MemoryIndex).step(indexed));

    const tokenizer = new Tokenizer('en');
    const all = texts.map((text) => tokenizer.tokenize(text));
    const queries = new Set<string>();
    while (queries.size < QUERIES) {
      const words = (texts[Math.floor(random() * TEXTS)] ?? '').split(' ');
      for (let edits = Math.floor(random() * 4); edits > 0; edits--) {
        words.splice(Math.floor(random() * words.length), Math.floor(random() * 2), wordAt());
      }
      queries.add(words.join(' '));
    }
    let complete = 0;
    const asked = [...queries];
    for (let start = 0; start < asked.length; start += OF_REQUEST) {
      const part = asked.slice(start, start + OF_REQUEST);
      const { body } = await project.api.post('memory/search', { from: 'en', to: 'de', texts: part });
      part.forEach((text, place) => {
        const { suggestions, complete: isComplete } = body.results[place];
        if (!isComplete) return;
        complete++;
        const found: Match[] = suggestions.map(({ match, source }: Json) => ({ match, source }));
        const expected = bruteForce(tokenizer.tokenize(text), all);
        expect({ text, found: found.map(({ match }) => match) }).toEqual({
          text,
          found: expected.map(({ match }) => match),
        });
        expect({ text, found: certainOf(found) }).toEqual({ text, found: certainOf(expected) });
      });
    }
    expect(complete).toBeGreaterThan(0.9 * QUERIES);
  });
});

interface Match {
  match: number;
  source: string;
}

const MOST = 10;

/** The best matches. */
const bruteForce = (text: TokenizedText, all: readonly TokenizedText[]): Match[] =>
  all
    .map((other) => ({ match: Math.round(matchOf(text, other) * 10_000) / 10_000, source: other.text }))
    .filter(({ match }) => match > 0)
    .sort((one, other) => other.match - one.match)
    .slice(0, MOST);

/** The texts of matches, in an order that equal matches do not change. Of the worst match, others may be as good. */
function certainOf(matches: readonly Match[]): string[] {
  const worst = matches.length < MOST ? 0 : (matches.at(-1)?.match ?? 0);
  return matches
    .filter(({ match }) => match > worst)
    .map(({ match, source }) => `${match} ${source}`)
    .sort();
}
