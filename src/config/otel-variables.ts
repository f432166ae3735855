import { findMisspelledVariables } from './misspelled-variables';

type Check = (value: string) => boolean;

const isUrl: Check = (value) => /^https?:\/\/\S+$/.test(value) && URL.canParse(value);
const isNumber: Check = (value) => /^[1-9]\d{0,9}$/.test(value);
const isList: Check = (value) => value.split(',').every((pair) => /^\s*[^=,\s]+\s*=[^,]*$/.test(pair));
const isOneOf =
  (...allowed: string[]): Check =>
  (value) =>
    allowed.includes(value);
const isAny: Check = () => true;

const URL_RULE = ['must be an address like http://collector:4318', isUrl] as const;
const NUMBER_RULE = ['must be a whole number from 1', isNumber] as const;
const LIST_RULE = ['must be pairs like name=value, separated by commas', isList] as const;
const ANY_RULE = ['', isAny] as const;
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
];

/** The variables of the OpenTelemetry specification that traces depend on, and the rules of their values. */
const RULES: Readonly<Record<string, readonly [rule: string, check: Check]>> = {
  OTEL_EXPORTER_OTLP_ENDPOINT: URL_RULE,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: URL_RULE,
  OTEL_EXPORTER_OTLP_HEADERS: LIST_RULE,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: LIST_RULE,
  OTEL_EXPORTER_OTLP_TIMEOUT: NUMBER_RULE,
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: NUMBER_RULE,
  OTEL_EXPORTER_OTLP_COMPRESSION: ['must be gzip or none', isOneOf('gzip', 'none')],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['must not be grpc: traces are sent over HTTP', (value) => value !== 'grpc'],
  OTEL_SERVICE_NAME: ANY_RULE,
  OTEL_RESOURCE_ATTRIBUTES: LIST_RULE,
  OTEL_TRACES_SAMPLER: [`must be one of ${SAMPLERS.join(', ')}`, isOneOf(...SAMPLERS)],
  OTEL_TRACES_SAMPLER_ARG: ['must be a number from 0 to 1', (value) => /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value)],
  OTEL_BSP_SCHEDULE_DELAY: NUMBER_RULE,
  OTEL_BSP_EXPORT_TIMEOUT: NUMBER_RULE,
  OTEL_BSP_MAX_QUEUE_SIZE: NUMBER_RULE,
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: NUMBER_RULE,
};

/** The names of the variables that traces depend on. */
export const TRACING_VARIABLES: readonly string[] = Object.keys(RULES);

/** Whether requests are traced: a collector is set, and no variable is wrong. A blank value counts as unset. */
export const isTracingOn = (variables: NodeJS.ProcessEnv): boolean =>
  [variables.OTEL_EXPORTER_OTLP_ENDPOINT, variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some((url) => url?.trim()) &&
  problemsOfTracing(variables).length === 0;

/**
 * Finds wrong values and misspelled names of the variables of OpenTelemetry. Other ones of its specification are
 * ignored: they may be set for all programs of a machine.
 *
 * @returns one line for each variable, which begins with its name and does not repeat a value
 */
export function problemsOfTracing(variables: NodeJS.ProcessEnv): string[] {
  const wrong = Object.entries(RULES).flatMap(([name, [rule, check]]) => {
    const value = variables[name]?.trim();
    return value && !check(value) ? [`${name} ${rule}`] : [];
  });
  const named = Object.entries(variables).filter(([name]) => name.startsWith('OT'));
  return [...wrong, ...findMisspelledVariables(Object.fromEntries(named), TRACING_VARIABLES).filter(isNoOtherOne)];
}

/** Variables of the specification that resemble another one. */
const isNoOtherOne = (problem: string): boolean => !/^OTEL_(?:BLRP|METRICS?|LOGS?)_/.test(problem);
