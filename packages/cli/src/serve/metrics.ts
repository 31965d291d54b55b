import { type Engine, prometheusText } from '@botwright/core';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly contentType: string;
  /** @param operation - The name of the operation; absent when the request reached none. */
  countAnswer(answer: {
    readonly operation?: string | undefined;
    readonly status: number;
    readonly durationMs: number;
    readonly isStream?: boolean;
  }): void;
  render(): Promise<string>;
}

/** The metrics of this server, its process and its engine, in a separate registry. @spec SV16, MT8 */
export function createMetrics(engine: Pick<Engine, 'metrics'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: 'botwright_http_answers_total',
    help: 'Answers of the Bots API, the Platform API and APIchat.',
    labelNames: ['operation', 'status'] as const,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'botwright_http_answer_seconds',
    help: 'Time from the head of a request to its answer, the reading of its body included.',
    labelNames: ['operation'] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });

  return {
    contentType: registry.contentType,
    countAnswer({ operation = 'none', status, durationMs, isStream = false }) {
      answers.inc({ operation, status });
      // A stream lasts as long as its client listens, which does not measure the server.
      if (!isStream) durations.observe({ operation }, durationMs / 1000);
    },
    async render() {
      const [own, ofEngine] = await Promise.all([registry.metrics(), engine.metrics.read()]);
      return own + prometheusText(ofEngine);
    },
  };
}
