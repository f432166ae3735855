import { join } from 'node:path';
import type { SourceText as SourceTextClass } from '../../src/checks/check-text';
import { median, type Result } from '../harness/figures';
import type { Options } from '../harness/options';

type SourceText = typeof SourceTextClass;

const KEYS = 50_000;
const QUICK_KEYS = 5_000;
/** Nanoseconds of processor time for a text, of all kinds together. */
const LIMIT = 12_000;

/** Texts of one kind: `№` stands for a number that makes each its own. */
export interface Kind {
  name: string;
  /** How many of 20 texts are of the kind. */
  share: number;
  source: string;
  /** The translations by language, which have no findings. */
  targets: Readonly<Record<string, string>>;
}

export const KINDS: readonly Kind[] = [
  {
    name: 'plain',
    share: 11,
    source: 'The changes of page № were saved.',
    targets: {
      de: 'Die Änderungen der Seite № wurden gespeichert.',
      fr: 'Les modifications de la page № ont été enregistrées.',
      es: 'Se guardaron los cambios de la página №.',
      pl: 'Zmiany strony № zostały zapisane.',
      ru: 'Изменения страницы № сохранены.',
      ar: 'تم حفظ تغييرات الصفحة №.',
      he: 'השינויים בעמוד № נשמרו.',
      hi: 'पृष्ठ № के परिवर्तन सहेजे गए।',
      ja: 'ページ № の変更を保存しました。',
      'zh-Hans': '第 № 页的更改已保存。',
    },
  },
  {
    name: 'with placeholders',
    share: 5,
    source: 'Share “{name}” (№) with {user}?',
    targets: {
      de: '„{name}“ (№) mit {user} teilen?',
      fr: 'Partager « {name} » (№) avec {user} ?',
      es: '¿Compartir «{name}» (№) con {user}?',
      pl: 'Udostępnić „{name}” (№) użytkownikowi {user}?',
      ru: 'Поделиться «{name}» (№) с {user}?',
      ar: 'مشاركة «{name}» (№) مع {user}؟',
      he: 'לשתף את "{name}" (№) עם {user}?',
      hi: '“{name}” (№) को {user} के साथ साझा करें?',
      ja: '「{name}」（№）を {user} と共有しますか？',
      'zh-Hans': '要与 {user} 共享“{name}”（№）吗？',
    },
  },
  {
    name: 'with markup and a URL',
    share: 2,
    source: 'Read <a href="https://docs.glossa.dev/№">the <b>guide</b></a> or call %s:\n%d items',
    targets: Object.fromEntries(
      ['de', 'fr', 'es', 'pl', 'ru', 'ar', 'he', 'hi', 'ja', 'zh-Hans'].map((language) => [
        language,
        '<a href="https://docs.glossa.dev/№">ABC <b>αβγ</b></a> абв %1$s:\n%2$d 項目',
      ]),
    ),
  },
  {
    name: 'plurals',
    share: 2,
    source: '{count, plural, one {# file in {folder} №} other {# files in {folder} №}}',
    targets: {
      ...Object.fromEntries(
        ['de', 'fr', 'es', 'he', 'hi'].map((language) => [
          language,
          '{count, plural, one {# α {folder} №} other {# β {folder} №}}',
        ]),
      ),
      ...Object.fromEntries(
        ['pl', 'ru'].map((language) => [
          language,
          '{count, plural, one {# файл в {folder} №} few {# файла в {folder} №} many {# файлов в {folder} №} other {# файла в {folder} №}}',
        ]),
      ),
      ar: '{count, plural, zero {لا ملفات في {folder} №} one {ملف في {folder} №} two {ملفان في {folder} №} few {# ملفات في {folder} №} many {# ملفًا في {folder} №} other {# ملف في {folder} №}}',
      ja: '{count, plural, other {{folder} № に # 個}}',
      'zh-Hans': '{count, plural, other {{folder} № 中有 # 个}}',
    },
  },
];

/** 20 texts of all kinds. */
export const MIXED = KINDS.flatMap((kind) => Array.from({ length: kind.share }, () => kind));

/**
 * Measures the processor time of the checks of a build: 50,000 source texts in 10 languages, of the kinds that interfaces have, and each
 * kind alone.
 */
export async function benchChecks({ dist, rounds, quick }: Options): Promise<Result[]> {
  const module = (await import(join(dist, 'src/checks/check-text.js'))) as {
    SourceText: SourceText;
  };
  const keys = quick ? QUICK_KEYS : KEYS;
  const suites: [name: string, kinds: readonly Kind[]][] = [
    ['all kinds', MIXED],
    ...KINDS.map((kind): [string, Kind[]] => [kind.name, [kind]]),
  ];
  const results: Result[] = [];
  for (const [name, kinds] of suites) {
    process.stderr.write(`  checks: ${name}\n`);
    const times = Array.from({ length: rounds }, (_, round) =>
      nanosecondsOfText(module.SourceText, kinds, keys, round),
    );
    const value = median(times);
    results.push({
      work: `checks of ${(keys * 10).toLocaleString('en')} texts, ${name}, a text`,
      service: { value, unit: 'ns' },
      ...(kinds === MIXED && { target: `≤ ${LIMIT.toLocaleString('en')} ns`, met: value <= LIMIT }),
    });
  }
  return results;
}

/** @throws Error where a text has a finding, which would take another way */
function nanosecondsOfText(Source: SourceText, kinds: readonly Kind[], keys: number, round: number): number {
  let texts = 0;
  const before = process.cpuUsage();
  for (let key = 0; key < keys; key++) {
    const kind = kinds[key % kinds.length];
    if (!kind) continue;
    const number = String(round * keys + key + 1_000);
    const source = new Source({ language: 'en', text: kind.source.replaceAll('№', number) });
    for (const [language, target] of Object.entries(kind.targets)) {
      texts++;
      const findings = source.check({ language, text: target.replaceAll('№', number) });
      if (findings.length > 0) throw new Error(`${language}, ${kind.name}: ${JSON.stringify(findings)}`);
    }
  }
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1e3) / texts;
}
