// A client that imports files into a running Glossa and exports them over HTTP.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { languageInPath } from './language-in-path.mjs';

/** The word that an edit changes, in a text without braces or in the form `other` of a plural. */
const EDITED_WORD = /^(?:\{\w+, plural,.* other \{)?[^{}]*?\p{L}{3}(?=[^{}]*(?:\}\})?$)/su;

/** An error response of Glossa. */
export class Refusal extends Error {
  constructor({ status, code, detail, errors = [] }) {
    const [{ line, key } = {}] = errors;
    const position = [line && `line ${line}`, key && `key ${JSON.stringify(key)}`].filter(Boolean).join(', ');
    super(`${status} ${code}: ${detail}${position && ` (${position})`}`);
    Object.assign(this, { code, detail });
  }
}

export class Glossa {
  /** Connects to an instance and reads its formats. */
  static async connect(url, key) {
    const glossa = new Glossa(url, key);
    glossa.formats = (await glossa.#call('GET', 'formats')).json().formats;
    return glossa;
  }

  constructor(url, key) {
    Object.assign(this, { url, key });
  }

  /** Returns the format of a file extension; undefined if several formats use the extension. */
  formatFor(extension) {
    const [only, ...others] = this.formats.filter(({ extensions }) => extensions.includes(extension));
    return others.length === 0 ? only?.id : undefined;
  }

  /**
   * Imports a file into a project of its own, exports it, changes a text, and exports it again.
   *
   * @param layout of the exports: `template` or `canonical`
   * @returns the exported bytes, those with the changed text (undefined for a file without a text to change), and the number of
   *   imported texts
   * @throws Refusal
   */
  async exchange(path, format, language, layout) {
    const { multilingual } = this.#format(format);
    const imported = await this.#import(path, { format, ...(language && { language }) });
    const { project, texts } = imported;
    try {
      const query = new URLSearchParams({ format, layout, language: multilingual ? '*' : imported.language });
      const { bytes } = await this.#call('GET', `projects/${project.id}/export?${query}`);
      const isEdited = await this.#edit(project, imported.language);
      const edited = isEdited ? (await this.#call('GET', `projects/${project.id}/export?${query}`)).bytes : undefined;
      return { bytes, edited, texts };
    } finally {
      await this.#call('DELETE', `projects/${project.id}`);
    }
  }

  /** Changes the text in the middle of a language, or the last form if it is a plural. Returns whether it has one with a word. */
  async #edit(project, language) {
    const path = `projects/${project.id}`;
    const { translations } = (await this.#call('GET', `${path}/translations?language=${language}`)).json();
    const texts = Object.entries(translations[language] ?? {}).filter(([, text]) => EDITED_WORD.test(text));
    const [key, text] = texts[texts.length >> 1] ?? [];
    if (key === undefined) return false;
    const words = text.replace(EDITED_WORD, '$&x');
    await this.#call(
      'POST',
      `${path}/import?format=json&language=${language}`,
      Buffer.from(JSON.stringify({ [key]: words })),
    );
    return true;
  }

  #format(format) {
    return this.formats.find(({ id }) => id === format);
  }

  async #import(path, parameters) {
    const { sourceLanguage = 'en', ...options } = parameters;
    const project = await this.#createProject(path, sourceLanguage, options.language);
    const form = new FormData();
    const fields = { createLanguages: true, details: true, empty: 'keep', ...options };
    for (const [option, value] of Object.entries(fields)) form.append(option, String(value));
    form.append('file', new Blob([await readFile(path)]), basename(path));
    try {
      const { imported, details } = (await this.#call('POST', `projects/${project.id}/import`, form)).json();
      const languages = [...new Set(details.pairs.map(({ language }) => language))];
      const translated = languages.find((language) => language !== sourceLanguage) ?? languages[0];
      return { project, texts: imported, language: translated ?? options.language ?? sourceLanguage };
    } catch (refusal) {
      await this.#call('DELETE', `projects/${project.id}`);
      const corrected = this.#correctParameters(refusal, path, parameters);
      if (corrected) return this.#import(path, corrected);
      throw refusal;
    }
  }

  async #createProject(path, sourceLanguage, language) {
    const targetLanguages = language && language !== sourceLanguage ? [language] : [];
    const name = basename(path).slice(0, 200);
    return (await this.#call('POST', 'projects', { name, sourceLanguage, targetLanguages })).json().project;
  }

  /** Returns the parameters with the language that a refused import needs; undefined if another attempt is useless. */
  #correctParameters({ code, detail }, path, parameters) {
    if (code === 'language_required' && !parameters.language) {
      // A bilingual file is rarely a translation into the source language.
      const language = languageInPath(path) ?? (this.#format(parameters.format).bilingual ? 'de' : 'en');
      return { ...parameters, language };
    }
    const [, source] = /source language is (\S+),/.exec(detail ?? '') ?? [];
    const isMismatch = code === 'language_mismatch' && !parameters.sourceLanguage;
    return isMismatch ? { ...parameters, sourceLanguage: source } : undefined;
  }

  async #call(method, path, body) {
    const isJson = body !== undefined && !(body instanceof FormData || body instanceof Buffer);
    const response = await fetch(`${this.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, ...(isJson && { 'content-type': 'application/json' }) },
      body: isJson ? JSON.stringify(body) : body,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok) return { bytes, json: () => JSON.parse(bytes.toString()) };
    throw new Refusal(JSON.parse(bytes.toString()));
  }
}
