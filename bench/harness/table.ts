import type { Figure, Result } from './figures';

const HEAD = ['work', 'service', 'p50/p99', 'reference', 'p50/p99', 'ratio', 'target', 'met'];

/** The results as a Markdown table, aligned for reading as it stands. */
export function tableOf(results: readonly Result[]): string {
  const rows = [HEAD, ...results.map((result) => cellsOf(result))];
  const widths = HEAD.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  const notes = results.flatMap(({ work, note }) => (note === undefined ? [] : [`- ${work}: ${note}`]));
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function cellsOf({ work, service, reference, ratio, target, met }: Result): string[] {
  return [
    work,
    told(service),
    latencies(service),
    reference ? told(reference) : '',
    reference ? latencies(reference) : '',
    ratio === undefined ? '' : ratio.toFixed(2),
    target ?? '',
    met === undefined ? '' : met ? 'yes' : 'NO',
  ];
}

const told = ({ value, unit }: Figure): string => `${rounded(value)} ${unit}`;

const latencies = ({ p50, p99 }: Figure): string =>
  p50 === undefined || p99 === undefined ? '' : `${rounded(p50)}/${rounded(p99)} ms`;

/** Three digits that count. */
const rounded = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3).replace(/\.0+$/, '');
