// Checks translations that other projects ship, and prints the findings by code and language with samples.
// usage: node test/oracles/checks/main.mjs [--dist DIR] [--source en] [--languages de,fr] [--codes a,b] [--samples N] PATTERN...
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Corpus } from './corpus.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** The build whose checks and codecs are used. */
    dist: { type: 'string', default: 'dist' },
    /** The language of the source files; one of its variants is taken as well (`en-US`). */
    source: { type: 'string', default: 'en' },
    /** The languages to check. Default: all. */
    languages: { type: 'string' },
    /** The codes to print. Default: all. */
    codes: { type: 'string' },
    /** The number of samples of each code and language. */
    samples: { type: 'string', default: '3' },
  },
});

const require = createRequire(import.meta.url);
const load = (path) => require(resolve(options.dist, 'src', path));
const { checkText } = load('checks/check-text.js');
const { CHECK_CODES } = load('checks/finding.js');

const languages = options.languages?.split(',');
const codes = options.codes?.split(',') ?? CHECK_CODES;
const maxSamples = Number(options.samples);
const SHOWN_LENGTH = 240;

/** Pairs of a language that were seen, because the same package may be installed twice. */
const seen = new Set();
const texts = new Map();
const found = new Map();

const corpus = new Corpus(load('language-files/index.js'), options.source);
for (const pattern of positionals) {
  for await (const { language, source, target, place } of corpus.read(resolve(pattern), languages)) {
    const id = JSON.stringify([language, source, target]);
    if (seen.has(id)) continue;
    seen.add(id);
    texts.set(language, (texts.get(language) ?? 0) + 1);
    const pair = { source: { language: options.source, text: source }, target: { language, text: target } };
    for (const { code, detail } of checkText(pair)) record({ code, detail, language, source, target, place });
  }
}

function record(finding) {
  const id = `${finding.code} ${finding.language}`;
  const findings = found.get(id) ?? [];
  found.set(id, findings);
  findings.push(finding);
}

const shorten = (text) => JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);
let total = 0;
for (const count of texts.values()) total += count;
const byLanguage = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
console.log(`${total} texts: ${byLanguage.map(([language, count]) => `${language} ${count}`).join(', ')}\n`);
for (const code of codes) {
  const ofCode = byLanguage.map(([language]) => [language, found.get(`${code} ${language}`) ?? []]);
  const count = ofCode.reduce((sum, [, findings]) => sum + findings.length, 0);
  console.log(`## ${code}: ${count} (${((count / total) * 10_000).toFixed(1)} of 10,000)`);
  for (const [language, findings] of ofCode) {
    if (findings.length === 0) continue;
    console.log(`${language}: ${findings.length}`);
    const step = Math.max(1, Math.floor(findings.length / Math.max(1, maxSamples)));
    for (const { detail, source, target, place } of findings.filter((_, i) => i % step === 0).slice(0, maxSamples))
      console.log(`  ${detail}\n    ${shorten(source)}\n    ${shorten(target)}\n    ${place}`);
  }
}
