import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type TracerProvider, trace } from '@opentelemetry/api';
import type { Tracer } from '../ports/tracer.ts';

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/**
 * A tracer for `createEngine` that makes OpenTelemetry spans. A use-case runs in the context of its span, so that spans
 * of the host's instrumentations, such as `pg` and `undici`, become its children.
 *
 * @param provider - Default: the global one, also when it is registered later.
 * @example
 * const engine = createEngine({ storage, tracer: openTelemetryTracer() });
 * @spec OT2, OT3
 */
export function openTelemetryTracer(provider: TracerProvider = trace.getTracerProvider()): Tracer {
  const tracer = provider.getTracer('@botwright/core');
  return {
    run({ name, kind, isRoot = false, attributes }, work) {
      const parent = isRoot ? ROOT_CONTEXT : context.active();
      return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, parent, async (span) => {
        try {
          return await work({
            add: (more) => void span.setAttributes(more),
            fail(type) {
              span.setAttribute('error.type', type);
              span.setStatus({ code: SpanStatusCode.ERROR });
            },
          });
        } finally {
          span.end();
        }
      });
    },
  };
}
