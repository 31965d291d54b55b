import type { DeliveryEnd } from '../../domain/delivery/delivery-progress.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Storage } from '../../ports/storage.ts';

/** Why a call of a language model is refused. */
const modelRefusals = ['calls_at_once', 'calls_in_row', 'calls_in_conversation', 'brand_tokens'] as const;
export type ModelRefusal = (typeof modelRefusals)[number];

interface MetricDefinition {
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  /** `s`: seconds. */
  readonly unit?: 's';
  readonly label?: 'brand' | 'outcome' | 'reason';
}

/** The metrics of an engine. @spec MT1 */
export const metricDefinitions = {
  'botwright.deliveries.pending': {
    kind: 'gauge',
    help: 'Deliveries that wait or are under way, of all nodes on the store.',
    label: 'brand',
  },
  'botwright.deliveries.oldest': {
    kind: 'gauge',
    help: 'How long the delivery that waits longest has been due, of all nodes on the store.',
    unit: 's',
    label: 'brand',
  },
  'botwright.delivery.attempts': {
    kind: 'counter',
    help: 'Attempts of deliveries that this engine has made.',
    label: 'outcome',
  },
  'botwright.deliveries.dead': {
    kind: 'counter',
    help: 'Deliveries that ended undelivered by what this engine did.',
    label: 'reason',
  },
  'botwright.delivery.faults': {
    kind: 'counter',
    help: 'Failures to make an attempt, or to store how it ended, in this engine.',
  },
  'botwright.delivery.takeovers': {
    kind: 'counter',
    help: 'Leases of deliveries that this engine ended because their time was over, without being released.',
  },
  'botwright.conversation.faults': {
    kind: 'counter',
    help: 'Failures of steps and effects of conversations, and of the work around them, in this engine.',
  },
  'botwright.conversations.failed': {
    kind: 'counter',
    help: 'Steps of conversations that this engine has given up.',
  },
  'botwright.conversation.takeovers': {
    kind: 'counter',
    help: 'Conversations that this engine claimed after the lease of another worker had ended without being released.',
  },
  'botwright.model.refused': {
    kind: 'counter',
    help: 'Calls of language models that a bound of this engine refused.',
    label: 'reason',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof metricDefinitions;

type CounterName = {
  [TName in MetricName]: (typeof metricDefinitions)[TName]['kind'] extends 'counter' ? TName : never;
}[MetricName];

/** The effect of the attempt on the delivery. */
export type AttemptResult = 'delivered' | 'retried' | 'dead';

interface CounterLabels {
  readonly 'botwright.delivery.attempts': AttemptResult;
  readonly 'botwright.deliveries.dead': DeliveryEnd;
  readonly 'botwright.model.refused': ModelRefusal;
}

type LabelOf<TName extends CounterName> = TName extends keyof CounterLabels ? [value: CounterLabels[TName]] : [];

/** Counters that are there from the beginning, so that their first increase is seen. @spec MT4 */
const firstLabels: { readonly [TName in CounterName]: readonly string[] } = {
  'botwright.delivery.attempts': ['delivered', 'retried', 'dead'] satisfies readonly AttemptResult[],
  'botwright.deliveries.dead': ['exhausted', 'disabled'] satisfies readonly DeliveryEnd[],
  'botwright.delivery.faults': [''],
  'botwright.delivery.takeovers': [''],
  'botwright.conversation.faults': [''],
  'botwright.conversations.failed': [''],
  'botwright.conversation.takeovers': [''],
  'botwright.model.refused': modelRefusals,
};

export interface MetricSample {
  /** At most one label. */
  readonly labels: Readonly<Record<string, string>>;
  /** At the moment of reading. */
  readonly value: number;
}

/** One metric with its values at a moment. */
export interface MetricFamily {
  /** Such as `botwright.deliveries.pending`. */
  readonly name: MetricName;
  /** A `counter` only rises while the engine lives; a `gauge` may fall. */
  readonly kind: 'counter' | 'gauge';
  /** One line for people. */
  readonly help: string;
  /** `s`: seconds. */
  readonly unit?: 's';
  /** One for each value of the label; empty before the first. */
  readonly samples: readonly MetricSample[];
}

export interface MetricsOptions {
  /** How many brands have separate values: the brands with the most pending deliveries. Default 100. */
  readonly brands?: number;
}

/** Counts of an engine since its creation, and current figures of its store. */
export interface EngineMetrics {
  /**
   * Reads all metrics. If the store fails, its metrics are omitted.
   *
   * @spec MT1, MT2, MT3
   */
  read(options?: MetricsOptions): Promise<readonly MetricFamily[]>;
}

export interface MetricsRecorder extends EngineMetrics {
  count<TName extends CounterName>(name: TName, ...label: LabelOf<TName>): void;
}

/** Stands for all brands without separate values. */
export const otherBrands = '_other';

/** A number that any monitoring can handle, with two metrics per brand. */
const defaultBrands = 100;

/** @spec MT1, MT2, MT3, MT4, MT5 */
export function createEngineMetrics(parts: {
  readonly storage: Pick<Storage, 'deliveryQueue'>;
  readonly clock: Clock;
}): MetricsRecorder {
  const counts = new Map<CounterName, Map<string, number>>();
  for (const [name, values] of Object.entries(firstLabels)) {
    counts.set(name as CounterName, new Map(values.map((value) => [value, 0])));
  }

  async function gauges(brands: number): Promise<readonly MetricFamily[]> {
    const depth = await parts.storage.deliveryQueue.depth(brands);
    const now = parts.clock.now();
    const all = [...depth.brands, ...(depth.others.pending > 0 ? [{ ...depth.others, brand: otherBrands }] : [])];
    const samples = (measure: (each: (typeof all)[number]) => number) =>
      all.map((each) => ({ labels: { brand: each.brand }, value: measure(each) }));
    return [
      family(
        'botwright.deliveries.pending',
        samples(({ pending }) => pending),
      ),
      family(
        'botwright.deliveries.oldest',
        samples(({ oldestDueAt = now }) => Math.max(0, now - oldestDueAt) / 1_000),
      ),
    ];
  }

  return {
    count(name, ...[value = '']) {
      const values = counts.get(name);
      values?.set(value, (values.get(value) ?? 0) + 1);
    },
    async read({ brands = defaultBrands } = {}) {
      const read = await gauges(brands).catch(() => []);
      const counted = [...counts].map(([name, values]) => {
        const { label }: MetricDefinition = metricDefinitions[name];
        const samples = [...values].map(([value, count]) => {
          return { labels: label === undefined ? {} : { [label]: value }, value: count };
        });
        return family(name, samples);
      });
      return [...read, ...counted];
    },
  };
}

function family(name: MetricName, samples: readonly MetricSample[]): MetricFamily {
  const { kind, help, unit }: MetricDefinition = metricDefinitions[name];
  return { name, kind, help, ...(unit !== undefined && { unit }), samples };
}
