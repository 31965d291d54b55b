import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect, it } from 'vitest';
import { platformFixture } from '../../test/platform-fixture.ts';
import type { EngineMetrics } from '../engine/metrics/engine-metrics.ts';
import { observeMetrics } from './metrics.ts';

it('[MT7] every metric is an observable instrument with the same values, until it is ended', async () => {
  const { engine, acme, newChannel, newCustomer } = await platformFixture();
  const channel = await newChannel({ webhookUrl: 'https://example.org' });
  await acme.messages.send(await newCustomer(channel), 'text', { message: 'hi' });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  const asked: unknown[] = [];
  const metrics: EngineMetrics = {
    read(options) {
      asked.push(options);
      return engine.metrics.read(options);
    },
  };
  const end = observeMetrics({ metrics }, { provider, brands: 10 });

  await reader.forceFlush();
  const collected = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  const seen = collected.map(({ descriptor, dataPoints }) => ({
    name: descriptor.name,
    help: descriptor.description,
    unit: descriptor.unit,
    points: dataPoints.map(({ attributes, value }) => [attributes, value]),
  }));
  const expected = (await engine.metrics.read()).map(({ name, help, unit = '', samples }) => ({
    name,
    help,
    unit,
    points: samples.map(({ labels, value }) => [
      Object.fromEntries(Object.entries(labels).map(([label, text]) => [`botwright.${label}`, text])),
      value,
    ]),
  }));
  expect(seen.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
    expected.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
  expect(expected.find(({ name }) => name === 'botwright.deliveries.pending')?.points).toEqual([
    [{ 'botwright.brand': 'acme' }, 1],
  ]);

  expect(asked).toEqual([{ brands: 10 }]);
  end();
  await reader.forceFlush();
  expect(asked).toHaveLength(1);
  await provider.shutdown();
});
