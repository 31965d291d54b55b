import { asUuid } from '../../domain/uuid.ts';
import type { Span, SpanAttributes, SpanStart, Tracer } from '../../ports/tracer.ts';
import { isEngineError } from '../engine-error.ts';

const noSpan: Span = { add() {}, fail() {} };

/**
 * Runs work within a span, which has failed when the work rejects. Without a tracer it only runs it.
 *
 * @spec OT1, OT3
 */
export function traced<T>(tracer: Tracer | undefined, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  if (tracer === undefined) return work(noSpan);
  return tracer.run(start, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(failureType(error));
      throw error;
    }
  });
}

/** A code, or the class of an error: messages can hold personal data. @spec OT3, OT4 */
function failureType(error: unknown): string {
  if (isEngineError(error)) return error.code;
  const name = error instanceof Error ? error.constructor.name : '';
  return /^[A-Za-z]\w{0,63}$/.test(name) ? name : '_OTHER';
}

/** A tracer for work that nobody waits for: each span begins a trace. @spec OT6 */
export function rootTracer(tracer: Tracer | undefined): Tracer | undefined {
  return tracer && { run: (start, work) => tracer.run({ ...start, isRoot: true }, work) };
}

export const brandAttribute = 'botwright.brand';

/** The kind of the first argument of the use-cases of a family, if it is an id or a number. */
const subjects: Readonly<Record<string, string>> = {
  bots: 'botwright.bot.id',
  drafts: 'botwright.bot.id',
  versions: 'botwright.bot.id',
  feedback: 'botwright.bot.id',
  channels: 'botwright.channel.number',
  hooks: 'botwright.channel.number',
  customers: 'botwright.customer.number',
  messages: 'botwright.customer.number',
  conversations: 'botwright.customer.number',
  deliveries: 'botwright.delivery.id',
  webChat: 'botwright.bot.number',
};

/** Makes each use-case of a family a span with the name of both, such as `versions.publish`. @spec OT1, OT4, OT7 */
export function traceFamily<TFamily extends object>(
  tracer: Tracer | undefined,
  family: string,
  useCases: TFamily,
  brand?: string,
): TFamily {
  if (tracer === undefined) return useCases;
  const subject = subjects[family];
  const ofBrand = brand === undefined ? {} : { [brandAttribute]: brand };
  const wrapped = Object.entries(useCases).map(([name, useCase]) => {
    if (typeof useCase !== 'function') return [name, useCase];
    const run = (...given: readonly unknown[]) => {
      const attributes = { ...ofBrand, ...subjectOf(subject, given[0]) };
      return traced(tracer, { name: `${family}.${name}`, kind: 'internal', attributes }, async () => useCase(...given));
    };
    return [name, run];
  });
  return Object.fromEntries(wrapped) as TFamily;
}

function subjectOf(name: string | undefined, given: unknown): SpanAttributes {
  const id = Number.isSafeInteger(given) ? (given as number) : asUuid(given);
  return name === undefined || id === undefined ? {} : { [name]: id };
}
