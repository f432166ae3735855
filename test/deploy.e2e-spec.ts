import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type RunningApp, startApp } from './support/start-app';

const deploy = join(__dirname, '../deploy');

/** Names of metrics that an expression of Prometheus uses. */
const METRIC = /\b(?:glossa|http|process|nodejs)_[a-z0-9_]+\b/g;

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

interface Job {
  job_name: string;
  relabel_configs?: { target_label?: string; replacement?: string }[];
}

const readYaml = <T>(path: string): T => parse(readFileSync(join(deploy, path), 'utf8')) as T;

describe('the alerts for Prometheus', () => {
  const rules = readYaml<Rules>('prometheus/glossa-rules.yml').groups.flatMap((group) => group.rules);

  it('have ranges of at least 4 scrapes at the interval that Prometheus has by default, a minute', () => {
    const ranges = rules.flatMap(({ expr }) => [...expr.matchAll(/\[(\w+)\]/g)].map(([, range = '']) => range));
    expect(ranges.length).toBeGreaterThan(3);
    expect(ranges.filter((range) => !/^\d+m$/.test(range) || parseInt(range, 10) < 4)).toEqual([]);
  });

  it('notice a database that is away without requests, and one that answers but refuses them', () => {
    const of = (name: string) => rules.find(({ alert }) => alert === name)?.expr;
    expect(of('GlossaDatabaseUnavailable')).toBe('glossa_database_reachable{job="glossa"} == 0');
    expect(of('GlossaDatabaseRefuses')).toMatch(/^increase\(.*code="database_unavailable"\}\[5m\]\) > 0$/);
  });

  it('name the job of all targets of the scrape configuration', () => {
    const jobs = readYaml<{ scrape_configs: Job[] }>('prometheus/glossa-scrape.yml').scrape_configs;
    const labels = jobs.map(({ job_name, relabel_configs = [] }) => {
      const relabel = relabel_configs.find(({ target_label }) => target_label === 'job');
      return relabel?.replacement ?? job_name;
    });
    expect(new Set(labels)).toEqual(new Set(['glossa']));
  });
});

describe('the files for operators', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('are right that metrics named _total, and no others, are counters', async () => {
    const text = await (await fetch(`${running.url}/metrics`)).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\w+)/gm)].map(([, name = '', type = '']) => [name, type]);
    const own = types.filter(([name]) => name?.startsWith('glossa_'));
    expect(own.filter(([name, type]) => name?.endsWith('_total') !== (type === 'counter'))).toEqual([]);
    expect(types.filter(([name, type]) => name?.endsWith('_total') && type !== 'counter')).toEqual([]);
  });

  it.each(['prometheus/glossa-rules.yml', 'grafana/glossa.json'])(
    '%s uses metrics that the service has',
    async (path) => {
      await running.operator.get('projects');
      const text = await (await fetch(`${running.url}/metrics`)).text();
      const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
      const used = new Set(readFileSync(join(deploy, path), 'utf8').match(METRIC));
      const unknown = [...used].filter((name) => !known.has(name.replace(/_(?:count|sum|bucket)$/, '')));
      expect(unknown).toEqual([]);
      expect(used.size).toBeGreaterThan(0);
    },
  );
});
