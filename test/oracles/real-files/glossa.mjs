// Files into a running Glossa and out of it, over HTTP as anybody would.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { languageOf } from './language-of.mjs';

/** What Glossa says no to. */
export class Refusal extends Error {
  constructor({ status, code, detail, errors = [] }) {
    const [{ line, key } = {}] = errors;
    const place = [line && `line ${line}`, key && `key ${JSON.stringify(key)}`].filter(Boolean).join(', ');
    super(`${status} ${code}: ${detail}${place && ` (${place})`}`);
    Object.assign(this, { code, detail });
  }
}

export class Glossa {
  static async at(url, key) {
    const glossa = new Glossa(url, key);
    glossa.formats = (await glossa.#call('GET', 'formats')).json().formats;
    return glossa;
  }

  constructor(url, key) {
    Object.assign(this, { url, key });
  }

  /** The format of an extension that no other has. */
  formatOf(extension) {
    const [only, ...others] = this.formats.filter(({ extensions }) => extensions.includes(extension));
    return others.length === 0 ? only?.id : undefined;
  }

  /**
   * The bytes that come out, and how many texts went in, by way of a project for this file alone.
   * @throws Refusal
   */
  async exchange(path, format, language) {
    const { multilingual } = this.#format(format);
    const { project, texts, language: own } = await this.#imported(path, { format, ...(language && { language }) });
    try {
      const query = new URLSearchParams({ format, language: multilingual ? '*' : own });
      const { bytes } = await this.#call('GET', `projects/${project.id}/export?${query}`);
      return { bytes, texts };
    } finally {
      await this.#call('DELETE', `projects/${project.id}`);
    }
  }

  #format(format) {
    return this.formats.find(({ id }) => id === format);
  }

  async #imported(path, said) {
    const { sourceLanguage = 'en', ...options } = said;
    const project = await this.#projectOf(path, sourceLanguage, options.language);
    const form = new FormData();
    const wanted = { createLanguages: true, details: true, empty: 'keep', ...options };
    for (const [option, value] of Object.entries(wanted)) form.append(option, String(value));
    form.append('file', new Blob([await readFile(path)]), basename(path));
    try {
      const { imported, details } = (await this.#call('POST', `projects/${project.id}/import`, form)).json();
      const languages = [...new Set(details.pairs.map(({ language }) => language))];
      const translated = languages.find((each) => each !== sourceLanguage) ?? languages[0];
      return { project, texts: imported, language: translated ?? options.language ?? sourceLanguage };
    } catch (refusal) {
      await this.#call('DELETE', `projects/${project.id}`);
      const other = this.#otherWay(refusal, path, said);
      if (other) return this.#imported(path, other);
      throw refusal;
    }
  }

  async #projectOf(path, sourceLanguage, language) {
    const targetLanguages = language && language !== sourceLanguage ? [language] : [];
    const name = basename(path).slice(0, 200);
    return (await this.#call('POST', 'projects', { name, sourceLanguage, targetLanguages })).json().project;
  }

  /** What a person would say next. */
  #otherWay({ code, detail }, path, said) {
    if (code === 'language_required' && !said.language) {
      // A translation is hardly one into the source language.
      return { ...said, language: languageOf(path) ?? (this.#format(said.format).bilingual ? 'de' : 'en') };
    }
    const [, source] = /source language is (\S+),/.exec(detail ?? '') ?? [];
    return code === 'language_mismatch' && !said.sourceLanguage ? { ...said, sourceLanguage: source } : undefined;
  }

  async #call(method, path, body) {
    const isJson = body !== undefined && !(body instanceof FormData);
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
