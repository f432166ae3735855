/**
 * Traces of requests and their SQL statements, if `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set.
 * `main` imports this file before everything that loads `http` or `pg`, because these are instrumented as they are loaded. Without
 * the variables, no module of OpenTelemetry is loaded.
 */
import type { IncomingMessage } from 'node:http';
import type { Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { isTracingOn } from './config/otel-variables';
import { VERSION } from './config/version';

/** Milliseconds that the last spans have to reach the collector when the service ends. */
const FLUSH_MS = 2_000;

/** Paths that machines call every few seconds. */
const PROBES = /^\/(?:health|metrics)\b/;

export interface Tracing {
  /** Names the span of each request by its route, and adds the request id. */
  installOn(fastify: FastifyInstance): void;
  /** Sends the last spans. */
  stop(): Promise<void>;
}

export const tracing: Tracing | undefined = isTracingOn(process.env) ? startTracing() : undefined;

/* eslint-disable @typescript-eslint/no-require-imports */
function startTracing(): Tracing {
  const { trace } = require('@opentelemetry/api') as typeof import('@opentelemetry/api');
  const { OTLPTraceExporter } =
    require('@opentelemetry/exporter-trace-otlp-http') as typeof import('@opentelemetry/exporter-trace-otlp-http');
  const { registerInstrumentations } =
    require('@opentelemetry/instrumentation') as typeof import('@opentelemetry/instrumentation');
  const { HttpInstrumentation } =
    require('@opentelemetry/instrumentation-http') as typeof import('@opentelemetry/instrumentation-http');
  const { PgInstrumentation } =
    require('@opentelemetry/instrumentation-pg') as typeof import('@opentelemetry/instrumentation-pg');
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } =
    require('@opentelemetry/resources') as typeof import('@opentelemetry/resources');
  const { BatchSpanProcessor, NodeTracerProvider } =
    require('@opentelemetry/sdk-trace-node') as typeof import('@opentelemetry/sdk-trace-node');

  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'glossa', 'service.version': VERSION }))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  registerInstrumentations({
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url = '' }) => PROBES.test(url),
        requestHook: (span, message) => {
          omitQuery(span, message as IncomingMessage);
          omitClient(span);
        },
      }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  });
  return {
    installOn: (fastify) =>
      fastify.addHook('onRequest', (request, _reply, done) => {
        const { url: route } = request.routeOptions;
        const span = trace.getActiveSpan();
        span?.setAttribute('glossa.request_id', request.id);
        if (route !== undefined) span?.setAttribute('http.route', route).updateName(`${request.method} ${route}`);
        done();
      }),
    stop: async () => {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    },
  };
}

/** A query may contain a text of a tenant. */
function omitQuery(span: Span, { url = '' }: IncomingMessage): void {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined) return;
  span.setAttributes({ 'url.query': 'omitted', 'http.target': path, 'http.url': path });
}

/** Attributes that identify the person who sends the request, in the present and the former conventions of OpenTelemetry. */
const CLIENT = {
  'client.address': 'omitted',
  'network.peer.address': 'omitted',
  'user_agent.original': 'omitted',
  'http.client_ip': 'omitted',
  'net.peer.ip': 'omitted',
  'http.user_agent': 'omitted',
};

/** An attribute cannot be removed. */
function omitClient(span: Span): void {
  if (!('attributes' in span)) return;
  const { attributes } = span as Span & { attributes: Readonly<Record<string, unknown>> };
  span.setAttributes(Object.fromEntries(Object.entries(CLIENT).filter(([name]) => name in attributes)));
}
