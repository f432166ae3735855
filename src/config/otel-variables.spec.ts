import { isTracingOn, problemsOfTracing } from './otel-variables';

describe('the variables of OpenTelemetry', () => {
  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'http://collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer secret', 'authorization=Bearer secret,x=y'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'http/protobuf'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'production', 'deployment.environment=production'],
    ['OTEL_TRACES_SAMPLER', 'always', 'parentbased_traceidratio'],
    ['OTEL_TRACES_SAMPLER_ARG', '10%', '0.1'],
    ['OTEL_BSP_SCHEDULE_DELAY', '5s', '5000'],
  ])('%s is refused with %s and accepted with %s', (name, wrong, right) => {
    const problems = problemsOfTracing({ [name]: wrong });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must`))]);
    expect(problems.join('')).not.toContain('secret');
    expect(problemsOfTracing({ [name]: right })).toEqual([]);
  });

  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ' ' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector:4318' }, false],
  ])('%j decide whether there are traces: %s', (variables, isOn) => {
    expect(isTracingOn(variables)).toBe(isOn);
  });

  it.each(['OTEL_EXPORTER_OTLP_ENDPONT', 'OTEL_EXPORTER_OTPL_ENDPOINT', 'OTEL_SERVICENAME', 'OTEL_TRACE_SAMPLER'])(
    'a misspelled one is refused: %s',
    (name) => {
      expect(problemsOfTracing({ [name]: 'x' })).toEqual([expect.stringContaining(`${name} is not a setting`)]);
    },
  );

  it.each([
    'OTEL_METRICS_EXPORTER',
    'OTEL_LOGS_EXPORTER',
    'OTEL_PROPAGATORS',
    'OTEL_BLRP_SCHEDULE_DELAY',
    'HOTEL_NAME',
  ])('one that traces do not depend on is ignored: %s', (name) =>
    expect(problemsOfTracing({ [name]: 'x' })).toEqual([]),
  );
});
