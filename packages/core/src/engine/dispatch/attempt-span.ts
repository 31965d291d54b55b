import type { DeliveryProgress } from '../../domain/delivery/delivery-progress.ts';
import { targetName } from '../../domain/delivery/delivery-target.ts';
import type { ClaimedDelivery } from '../../ports/delivery-store.ts';
import type { Span, SpanAttributes, Tracer } from '../../ports/tracer.ts';
import { brandAttribute, traced } from '../tracing/trace.ts';
import type { MakeAttempt } from './delivery-attempt.ts';
import { transportOfOrigin } from './transports.ts';

/**
 * Makes each attempt a span of a request to another server. The span has only the address of the server.
 *
 * @spec OT1, OT4, OT5
 */
export function traceAttempts(tracer: Tracer | undefined, makeAttempt: MakeAttempt): MakeAttempt {
  if (tracer === undefined) return makeAttempt;
  return (due, abandoning) => {
    const start = { name: 'delivery.attempt', kind: 'client', attributes: attributesOf(due.delivery) } as const;
    return traced(tracer, start, async (span) => {
      const progress = await makeAttempt(due, abandoning);
      if (progress !== 'abandoned') addOutcome(span, due.delivery, progress);
      return progress;
    });
  };
}

function attributesOf({ brand, id, target, origin, progress }: ClaimedDelivery): SpanAttributes {
  const named = {
    [brandAttribute]: brand,
    'botwright.delivery.id': id,
    'botwright.delivery.target': targetName(target),
  };
  const family = transportOfOrigin(origin);
  if (family !== undefined) return { ...named, 'botwright.delivery.transport': family };
  const { hostname, port, protocol } = new URL(origin);
  const scheme = protocol.slice(0, -1);
  const resends = progress.attempts.length;
  return {
    ...named,
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': port === '' ? defaultPorts[scheme === 'http' ? 'http' : 'https'] : Number(port),
    'url.scheme': scheme,
    ...(resends > 0 && { 'http.request.resend_count': resends }),
  };
}

const defaultPorts = { http: 80, https: 443 } as const;

function addOutcome(span: Span, { progress: before }: ClaimedDelivery, { state, attempts }: DeliveryProgress): void {
  const last = attempts.at(-1);
  span.add({ 'botwright.delivery.state': state });
  if (last === undefined || attempts.length === before.attempts.length) return;
  if (last.status !== undefined) span.add({ 'http.response.status_code': last.status });
  if (state !== 'delivered') span.fail(String(last.status ?? last.error ?? '_OTHER'));
}
