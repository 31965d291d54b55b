import type { MetricFamily, MetricSample } from './engine-metrics.ts';

/**
 * Metrics in the text format of Prometheus, version 0.0.4: `botwright.deliveries.oldest` in seconds is
 * `botwright_deliveries_oldest_seconds` there, and a counter ends with `_total`.
 *
 * @spec MT6
 */
export function prometheusText(families: readonly MetricFamily[]): string {
  return families.map(textOf).join('');
}

function textOf({ name, kind, help, unit, samples }: MetricFamily): string {
  const ending = `${unit === undefined ? '' : '_seconds'}${kind === 'counter' ? '_total' : ''}`;
  const metric = `${name.replaceAll('.', '_')}${ending}`;
  const lines = samples.map(({ labels, value }) => `${metric}${labelsText(labels)} ${value}\n`);
  return `# HELP ${metric} ${help}\n# TYPE ${metric} ${kind}\n${lines.join('')}`;
}

function labelsText(labels: MetricSample['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
