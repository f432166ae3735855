import type { Figure, Result } from './figures';

/**
 * Formats the results as a Markdown table whose columns are aligned.
 * @param comparison name of the servers that the service is compared with
 */
export function formatTable(results: readonly Result[], comparison: 'reference' | 'baseline'): string {
  const head = [
    'work',
    'service',
    'p50/p99',
    'CPU',
    comparison,
    'p50/p99',
    'CPU',
    'ratio (quartiles)',
    'target',
    'met',
  ];
  const rows = [head, ...results.map((result) => formatCells(result))];
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  const notes = results.flatMap(({ work, note }) => (note === undefined ? [] : [`- ${work}: ${note}`]));
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function formatCells({ work, service, reference, ratio, quartiles, target, met }: Result): string[] {
  return [
    work,
    formatFigure(service),
    formatLatencies(service),
    formatCpu(service),
    reference ? formatFigure(reference) : '',
    reference ? formatLatencies(reference) : '',
    reference ? formatCpu(reference) : '',
    ratio === undefined ? '' : ratio.toFixed(2) + formatRange(quartiles),
    target ?? '',
    met === undefined ? '' : met ? 'yes' : 'NO',
  ];
}

const formatFigure = ({ value, unit }: Figure): string => `${formatNumber(value)} ${unit}`;

const formatLatencies = ({ p50, p99 }: Figure): string =>
  p50 === undefined || p99 === undefined ? '' : `${formatNumber(p50)}/${formatNumber(p99)} ms`;

const formatCpu = ({ cpu }: Figure): string => (cpu === undefined ? '' : `${formatNumber(cpu)} µs`);

const formatRange = (quartiles: Result['quartiles']): string =>
  quartiles ? ` (${quartiles.map((ratio) => ratio.toFixed(2)).join(' to ')})` : '';

/** Keeps three significant digits. */
const formatNumber = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3).replace(/\.0+$/, '');
