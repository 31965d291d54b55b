import { type MeterProvider, metrics, type Observable } from '@opentelemetry/api';
import { type EngineMetrics, type MetricsOptions, metricDefinitions } from '../engine/metrics/engine-metrics.ts';

/** The part of an engine that metrics need. */
interface Measured {
  /** As `Engine.metrics`. */
  readonly metrics: EngineMetrics;
}

export interface OpenTelemetryMetricsOptions extends MetricsOptions {
  /** Default: the global one, which must be registered before. */
  readonly provider?: MeterProvider;
}

/**
 * Exposes the metrics of an engine to OpenTelemetry as observable instruments, which are read at collection.
 *
 * @returns A function that removes the instruments.
 * @example
 * const end = observeMetrics(engine);
 * @spec MT7
 */
export function observeMetrics(engine: Measured, options: OpenTelemetryMetricsOptions = {}): () => void {
  const { provider = metrics.getMeterProvider(), ...wanted } = options;
  const meter = provider.getMeter('@botwright/core');
  const instruments = new Map<string, Observable>();
  for (const [name, { kind, help, ...more }] of Object.entries(metricDefinitions)) {
    const described = { description: help, ...('unit' in more && { unit: more.unit }) };
    const make = kind === 'counter' ? meter.createObservableCounter : meter.createObservableGauge;
    instruments.set(name, make.call(meter, name, described));
  }
  const all = [...instruments.values()];

  const observe: Parameters<typeof meter.addBatchObservableCallback>[0] = async (result) => {
    for (const { name, samples } of await engine.metrics.read(wanted)) {
      const instrument = instruments.get(name);
      if (instrument === undefined) continue;
      for (const { labels, value } of samples) {
        const attributes = Object.entries(labels).map(([label, text]) => [`botwright.${label}`, text]);
        result.observe(instrument, value, Object.fromEntries(attributes));
      }
    }
  };
  meter.addBatchObservableCallback(observe, all);
  return () => meter.removeBatchObservableCallback(observe, all);
}
