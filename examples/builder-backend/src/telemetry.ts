import { openTelemetryTracer } from '@botwright/core/opentelemetry';
import type { Tracer } from '@botwright/core/ports';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Role } from './settings.ts';

export interface Telemetry {
  readonly tracer: Tracer;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/**
 * Sends traces to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names, such as `http://127.0.0.1:4318`; without it
 * there is no tracing. The exporter reads further `OTEL_` variables.
 *
 * Instrumentations of Fastify, pg and undici registered here make child spans of the engine's spans.
 */
export function startTelemetry(role: Role): Telemetry | undefined {
  if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] === undefined) return undefined;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `builder-backend-${role}`,
      'service.instance.id': String(process.pid),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  return { tracer: openTelemetryTracer(provider), close: () => provider.shutdown() };
}
