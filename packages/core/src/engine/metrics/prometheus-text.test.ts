import { expect, it } from 'vitest';
import { prometheusText } from './prometheus-text.ts';

it('[MT6] metrics are lines by the text format of Prometheus, with values of labels escaped', () => {
  const text = prometheusText([
    {
      name: 'botwright.deliveries.oldest',
      kind: 'gauge',
      help: 'How long.',
      unit: 's',
      samples: [
        { labels: { brand: 'acme' }, value: 1.5 },
        { labels: { brand: 'a"b\\c\nd' }, value: 0 },
      ],
    },
    { name: 'botwright.delivery.faults', kind: 'counter', help: 'Faults.', samples: [{ labels: {}, value: 3 }] },
  ]);
  expect(text).toBe(
    [
      '# HELP botwright_deliveries_oldest_seconds How long.',
      '# TYPE botwright_deliveries_oldest_seconds gauge',
      'botwright_deliveries_oldest_seconds{brand="acme"} 1.5',
      'botwright_deliveries_oldest_seconds{brand="a\\"b\\\\c\\nd"} 0',
      '# HELP botwright_delivery_faults_total Faults.',
      '# TYPE botwright_delivery_faults_total counter',
      'botwright_delivery_faults_total 3',
      '',
    ].join('\n'),
  );
});
