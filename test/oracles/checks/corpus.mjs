// Reads pairs of source text and translation from files of other projects.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

// Files that are built for browsers read it.
globalThis.self ??= globalThis;

const LANGUAGE = '[A-Za-z]{2,3}(?:[-_](?:[A-Za-z]{4}|[A-Z]{2}|[a-z]{2}|\\d{3})){0,2}';
const MAX_BYTES = 64 * 2 ** 20;

export class Corpus {
  /**
   * @param library the language-file library of the build
   * @param sourceLanguage the language of the source texts
   */
  constructor(library, sourceLanguage) {
    this.library = library;
    this.sourceLanguage = sourceLanguage;
  }

  /**
   * Yields the pairs of the files that match a pattern: `{language}` is a language, `*` a part of a name, `**` any folders. A
   * file that holds no source texts is compared with the file of the source language, or with the file without a
   * language (`messages.properties`).
   */
  async *read(pattern, languages) {
    const files = findFiles(pattern);
    const sources = new Map();
    for (const { path, stem, language } of files) {
      if (language === this.sourceLanguage || language === undefined) sources.set(stem, path);
      else if (language.startsWith(`${this.sourceLanguage}-`) && !sources.has(stem)) sources.set(stem, path);
    }
    const loaded = new Map();
    for (const { path, stem, language } of files) {
      if (language === undefined || language.split('-')[0] === this.sourceLanguage) continue;
      if (languages && !languages.includes(language) && !languages.includes(language.split('-')[0])) continue;
      const own = await this.load(path, language);
      const sourcePath = sources.get(stem);
      if (!loaded.has(stem))
        loaded.set(stem, sourcePath ? await this.load(sourcePath, this.sourceLanguage) : new Map());
      const sourceTexts = loaded.get(stem);
      for (const [key, { text, source = sourceTexts.get(key)?.text }] of own) {
        if (text && source) yield { language, source, target: text, place: `${path} ${key.slice(0, 80)}` };
      }
    }
  }

  /** Returns the texts of a file by key; `source` where the file holds it. */
  async load(path, language) {
    try {
      if (/\.[cm]?js$/.test(path)) return flatten((await import(pathToFileURL(path))).default, language);
      const bytes = path.endsWith('.mo') ? toPo(path) : await readFile(path);
      return this.parse(path, bytes, language);
    } catch (error) {
      console.error(`${path}: ${error.message}`);
      return new Map();
    }
  }

  parse(path, bytes, language) {
    const { codecById, detectFormat, toMessage } = this.library;
    const detected = extname(path) === '.mo' ? { format: 'po' } : detectFormat(path, bytes);
    const codec = codecById(detected.format ?? detected.candidates[0]);
    const warn = () => undefined;
    const context = { language, projectLanguages: [language], sourceLanguage: this.sourceLanguage, warn };
    const texts = new Map();
    for (const entry of codec.parse(bytes, context).entries) {
      if (entry.value === null || (entry.language !== undefined && entry.language !== language)) continue;
      const source = entry.source === undefined ? undefined : toMessage(entry.source, { warn });
      texts.set(entry.key, { text: toMessage(entry.value, { warn }), source: source ?? undefined });
    }
    // A file may have its language as its outermost name.
    const prefix = `${language}.`;
    return new Map([...texts].map(([key, text]) => [key.startsWith(prefix) ? key.slice(prefix.length) : key, text]));
  }
}

function toPo(path) {
  return execFileSync('msgunfmt', ['--no-wrap', path], { maxBuffer: MAX_BYTES });
}

/** Returns the files that match a pattern, with their language, and with what their path is in all languages. */
function findFiles(pattern) {
  const root = pattern.slice(0, pattern.search(/[*{]/)).replace(/[^/]*$/, '');
  const expression = new RegExp(
    `^${pattern
      .replace(/[.+^$()|[\]\\]/g, '\\$&')
      .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))
      .replace(/([-_./]?)\{language\}/g, `(?:$1(${LANGUAGE}))?`)}$`,
  );
  return listFiles(root).flatMap((path) => {
    const match = expression.exec(path);
    if (!match) return [];
    const [, tag] = match;
    return [{ path, stem: stemOf(pattern, path, tag), language: tag?.replaceAll('_', '-') }];
  });
}

/** Names may end with a hash of the content. */
function stemOf(pattern, path, tag) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length);
  const neutral = (part) => (tag === undefined ? part : part.replace(tag, '').replace(/^[-_]|[-_](?=\.|$)/g, ''));
  return neutral(folder) + (/\{language\}[^/]*\*/.test(pattern.split('/').at(-1)) ? '' : neutral(name));
}

function listFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.replace('//', '/'));
}

function flatten(value, language, prefix = '', texts = new Map()) {
  for (const [name, item] of Object.entries(value ?? {})) {
    const isWrapper =
      prefix === '' && (name === 'default' || name.replaceAll('_', '-') === language || name === 'strings');
    const key = isWrapper ? '' : prefix === '' ? name : `${prefix}.${name}`;
    if (typeof item === 'string') texts.set(key, { text: item });
    else if (typeof item === 'object') flatten(item, language, key, texts);
  }
  return texts;
}
