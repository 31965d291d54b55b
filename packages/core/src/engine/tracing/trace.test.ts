import { expect, it } from 'vitest';
import type { SpanStart, Tracer } from '../../ports/tracer.ts';
import { EngineError } from '../engine-error.ts';
import { rootTracer, traced, traceFamily } from './trace.ts';

/** Records what begins and what fails. */
function recorder() {
  const starts: SpanStart[] = [];
  const failures: string[] = [];
  const tracer: Tracer = {
    run(start, work) {
      starts.push(start);
      return work({ add() {}, fail: (type) => failures.push(type) });
    },
  };
  return { tracer, starts, failures };
}

it('[OT7] without a tracer use-cases stay as they are, and work only runs', async () => {
  const useCases = { list: async () => 1 };
  expect(traceFamily(undefined, 'bots', useCases, 'acme')).toBe(useCases);
  expect(rootTracer(undefined)).toBeUndefined();
  const start = { name: 'bots.list', kind: 'internal', attributes: {} } as const;
  expect(await traced(undefined, start, async (span) => span.fail('x'))).toBeUndefined();
});

it('[OT1][OT3] results and errors of use-cases pass through, and what is no function stays', async () => {
  const { tracer, starts, failures } = recorder();
  const refusal = new EngineError('bot_not_found');
  const useCases = {
    one: 1,
    get: async (id: string) => id,
    destroy: (): Promise<void> => {
      throw refusal;
    },
  };
  const family = traceFamily(tracer, 'bots', useCases, 'acme');
  expect([family.one, await family.get('b1')]).toEqual([1, 'b1']);
  await expect(family.destroy()).rejects.toBe(refusal);
  expect([starts.map(({ name }) => name), failures]).toEqual([['bots.get', 'bots.destroy'], ['bot_not_found']]);
});

it.for([
  [new RangeError('x'), 'RangeError'],
  [Object.assign(new Error('x'), { constructor: { name: 'a b' } }), '_OTHER'],
  ['a text', '_OTHER'],
  [undefined, '_OTHER'],
] as const)('[OT3][OT4] %s fails as %s', async ([thrown, type]) => {
  const { tracer, failures } = recorder();
  const start = { name: 'bots.list', kind: 'internal', attributes: {} } as const;
  await expect(traced(tracer, start, () => Promise.reject(thrown))).rejects.toBe(thrown);
  expect(failures).toEqual([type]);
});

it('[OT6] a tracer for workers makes every span a root', async () => {
  const { tracer, starts } = recorder();
  const start = { name: 'conversation.step', kind: 'internal', attributes: {} } as const;
  await rootTracer(tracer)?.run(start, async () => 1);
  expect(starts).toEqual([{ ...start, isRoot: true }]);
});
