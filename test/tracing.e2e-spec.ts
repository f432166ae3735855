import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-the-tracing-tests-01';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

/** A collector: an HTTP server that receives spans as OTLP in JSON. */
class Collector {
  received = '';
  readonly spans: Span[] = [];
  readonly resources: string[] = [];
  private readonly server: Server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const body = Buffer.concat(chunks as Buffer[]).toString();
      this.received += body;
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { resource: object; scopeSpans: { spans: Span[] }[] }[];
      };
      for (const { resource, scopeSpans } of resourceSpans) {
        this.resources.push(JSON.stringify(resource));
        this.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
      }
      response.end('{}');
      this.server.emit('spans');
    });
  });

  async listen(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async find(matches: (span: Span) => boolean): Promise<Span> {
    for (;;) {
      const found = this.spans.find(matches);
      if (found) return found;
      await once(this.server, 'spans');
    }
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

const attribute = ({ attributes }: Span, name: string): string | undefined =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

describe('traces', () => {
  it('has a span for a request and one for its SQL, without secrets, queries and clients, when a collector is set', async () => {
    const collector = new Collector();
    const endpoint = await collector.listen();
    await withPlace(async (place) => {
      const service = await ServiceProcess.start(place, {
        BOOTSTRAP_API_KEY: SECRET,
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      });
      try {
        const sent = {
          'user-agent': 'agent-of-the-client',
          'x-forwarded-for': '203.0.113.77',
          forwarded: 'for=203.0.113.78',
        };
        const call = { headers: { 'x-request-id': 'traced', ...sent } };
        expect((await service.client(SECRET).get('projects?limit=987', call)).status).toBe(200);
        await service.client(SECRET).get('/health/ready');
      } finally {
        // The last spans are sent at the end.
        expect(await service.stop()).toMatchObject({ code: 0, stderr: '' });
      }
      const request = await collector.find(({ name }) => name === 'GET /api/v1/projects');
      expect(attribute(request, 'glossa.request_id')).toBe('traced');
      expect(attribute(request, 'network.peer.address')).toBe('omitted');
      const statement = await collector.find(
        (span) =>
          span.traceId === request.traceId &&
          /FROM projects/.test(attribute(span, 'db.statement') ?? attribute(span, 'db.query.text') ?? ''),
      );
      expect(statement.parentSpanId).toBe(request.spanId);
      expect(collector.resources[0]).toMatch(/"deployment.environment.name".*"glossa"/);
      expect(collector.received).not.toMatch(
        new RegExp(`${SECRET}|limit=987|/health/ready|agent-of-the-client|203\\.0\\.113`),
      );
    });
    collector.close();
  });

  it.each([
    ['loads no module of OpenTelemetry when no collector is set', {}, false],
    ['loads none when the collector is blank', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, false],
    ['are sent to a collector of traces alone', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/' }, true],
  ])('%s', async (_name, variables, loads) => {
    const script = `require(${JSON.stringify(join(__dirname, '../dist/src/tracing.js'))});
      console.log(Object.keys(require.cache).some((path) => path.includes('opentelemetry')))`;
    const env = { PATH: process.env.PATH, ...variables };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env });
    expect(stdout).toBe(`${loads}\n`);
  });
});
