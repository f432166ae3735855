import { listNames } from '../list-names';
import type { TextFacts } from '../text-facts';

/**
 * Finds URLs of the source that the translation does not have. Path, query, country and language of the host may
 * differ, because a translation leads to pages in its language: `en.wikipedia.org/wiki/Cat` is
 * `de.wikipedia.org/wiki/Katze`.
 */
export function findUrlMismatch(source: TextFacts, target: TextFacts): string | undefined {
  const { urls } = source;
  if (urls.length === 0) return undefined;
  const found = new Set(target.urls.map(siteOf));
  const missing = urls.filter((url) => !found.has(siteOf(url)) && !EXAMPLE.test(url));
  if (missing.length === 0) return undefined;
  return `${listNames(missing)} of the source ${missing.length === 1 ? 'is' : 'are'} missing`;
}

/** Hosts that stand for others, whose names are translated: those without a domain, and examples. */
const EXAMPLE = /:\/\/(?:[^./]*(?:[/?#]|$)|(?:[\w-]+\.)*(?:[\w-]*example|your|my)[\w-]*\.)/i;

/** Labels of hosts that name no site: `www`, a country, a language. */
const isCommon = (label: string): boolean =>
  label.length <= 3 || label === 'info' || /^[a-z]{2}-[a-z]{2,4}$/.test(label);

/** Returns the scheme, without the difference of `http` and `https`, and the part of the host that names the site. */
function siteOf(url: string): string {
  const [scheme = '', rest = ''] = url.toLowerCase().split('://', 2);
  const host = (rest.split(/[/?#]/, 1)[0] ?? '')
    .replace(/^.*@/, '')
    .replace(/[.,;:)]+$/, '')
    .replace(/:\d+$/, '');
  const labels = host.split('.').filter((label) => !isCommon(label));
  return `${scheme.replace(/^https$/, 'http')}://${labels.at(-1) ?? host}`;
}
