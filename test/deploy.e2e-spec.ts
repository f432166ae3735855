import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningApp, startApp } from './support/start-app';

const deploy = join(__dirname, '../deploy');

/** Names of metrics that an expression of Prometheus uses. */
const METRIC = /\b(?:glossa|http|process|nodejs)_[a-z0-9_]+\b/g;

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
