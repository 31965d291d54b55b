import { memoryStorage } from '@botwright/core/memory';
import type { RecordBatch, RecordOperation, RecordStore, Request, Scope, Stored } from '@botwright/core/ports';
import { describe, expect, it } from 'vitest';
import { recordStoreCases } from '../../src/contracts/records/record-contract.ts';
import { sampleKinds } from '../../src/contracts/records/sample-kinds.ts';

/** Changes one thing of a right store. */
type Mutant = (right: RecordStore) => Partial<RecordStore>;

const committing =
  (change: (batch: RecordBatch, scope: Scope) => RecordBatch): Mutant =>
  (right) => ({ commit: (scope, batch) => right.commit(scope, change(batch, scope)) });

const operating = (change: (operation: RecordOperation) => readonly RecordOperation[]): Mutant =>
  committing((batch) => ({ ...batch, operations: batch.operations.flatMap(change) }));

const asking =
  (change: (request: Request) => Request): Mutant =>
  (right) => ({ read: (scope, requests) => right.read(scope, requests.map(change)) });

const answering =
  (change: (answer: unknown, request: Request) => unknown): Mutant =>
  (right) => ({
    async read(scope, requests) {
      const answers = await right.read(scope, requests);
      return answers.map((answer, index) => change(answer, requests[index] as Request));
    },
  });

const listing = (change: (request: Extract<Request, { do: 'list' }>) => Request): Mutant =>
  asking((request) => (request.do === 'list' ? change(request) : request));

/** Stores with one fault each, and a rule whose cases show it. */
const mutants: Readonly<Record<string, readonly [rule: string, mutant: Mutant]>> = {
  'ignores its conditions': ['RS21', committing((batch) => ({ ...batch, conditions: [] }))],
  'ignores the last condition': [
    'RS21',
    committing((batch) => ({ ...batch, conditions: batch.conditions.slice(0, -1) })),
  ],
  'ignores that a record must be absent': [
    'RS21',
    committing((batch) => ({ ...batch, conditions: batch.conditions.filter(({ version }) => version !== undefined) })),
  ],
  'stores the first operation of a conflict': [
    'RS20',
    (right) => ({
      async commit(scope, batch) {
        const outcome = await right.commit(scope, batch);
        if (outcome.kind !== 'conflict') return outcome;
        await right.commit(scope, { conditions: [], operations: batch.operations.slice(0, 1) });
        return outcome;
      },
    }),
  ],
  'stores the first half of a batch': [
    'RS8',
    committing((batch) => ({
      ...batch,
      operations: batch.operations.slice(0, Math.ceil(batch.operations.length / 2)),
    })),
  ],
  'checks a condition, and commits later': [
    'RS22',
    (right) => ({
      async commit(scope, { conditions, operations }) {
        const checked = await right.commit(scope, { conditions, operations: [] });
        return checked.kind === 'committed' ? right.commit(scope, { conditions: [], operations }) : checked;
      },
    }),
  ],
  'answers committed for a conflict': [
    'RS5',
    (right) => ({
      async commit(scope, batch) {
        await right.commit(scope, batch);
        return { kind: 'committed' };
      },
    }),
  ],
  'repeats a version': [
    'RS2',
    operating((each) => [each.do === 'put' ? { ...each, version: String(each.version.length) } : each]),
  ],
  'does not touch': ['RS10', operating((each) => (each.do === 'touch' ? [] : [each]))],
  'does not delete': ['RS8', operating((each) => (each.do === 'delete' ? [] : [each]))],
  'does not splice': ['RS52', operating((each) => (each.do === 'splice' ? [] : [each]))],
  'applies one splice': [
    'RS52',
    operating((each) => [each.do === 'splice' ? { ...each, splices: each.splices.slice(0, 1) } : each]),
  ],
  'does not trim by bytes': [
    'RS54',
    operating((each) => [
      each.do === 'trim' ? { ...each, bytes: { ...each.bytes, most: Number.MAX_SAFE_INTEGER } } : each,
    ]),
  ],
  'does not trim by count': ['RS54', operating((each) => [each.do === 'trim' ? { ...each, count: 99 } : each])],
  'copies after the other operations': [
    'RS53',
    committing((batch) => ({
      ...batch,
      operations: batch.operations.toSorted((a, b) => Number(a.do === 'copy') - Number(b.do === 'copy')),
    })),
  ],
  'gives a number twice': [
    'RS11',
    answering((answer, request) => (request.do === 'number' ? Math.ceil(Number(answer) / 2) : answer)),
  ],
  'shows another brand': [
    'RS3',
    (right) => ({
      async read(scope, requests) {
        const own = await right.read(scope, requests);
        if (scope === 'store' || requests.some(({ do: kind }) => kind !== 'get')) return own;
        const others = await right.read({ brand: scope.brand === 'acme' ? 'globex' : 'acme' }, requests);
        return own.map((answer, index) => answer ?? others[index]);
      },
    }),
  ],
  'finds by the index of the store in every brand': [
    'RS6',
    (right) => ({
      async read(scope, requests) {
        const isFind = requests.every((request) => request.do === 'find' && request.index === 'isbn');
        return right.read(isFind ? 'store' : scope, requests);
      },
    }),
  ],
  'answers each request of a read from its own moment': [
    'RS23',
    (right) => ({
      async read(scope, requests) {
        const answers: unknown[] = [];
        for (const request of requests) answers.push(...(await right.read(scope, [request])));
        return answers;
      },
    }),
  ],
  'answers in another order': [
    'RS23',
    (right) => ({ read: async (scope, requests) => (await right.read(scope, requests.toReversed())).slice() }),
  ],
  'answers heads with documents': [
    'RS50',
    asking((request) => {
      if (request.do !== 'get') return request;
      const { heads: _, ...whole } = request;
      return whole;
    }),
  ],
  'answers without documents': [
    'RS1',
    asking((request) => (request.do === 'get' ? { ...request, heads: true } : request)),
  ],
  'ignores a filter': [
    'RS30',
    listing((request) => ({ ...request, where: Object.fromEntries(Object.entries(request.where).slice(1)) })),
  ],
  'ignores the order': [
    'RS31',
    listing((request) =>
      request.kind === 'book' && request.list === 'books' ? { ...request, order: 'number' } : request,
    ),
  ],
  'ignores the offset': ['RS32', listing((request) => ({ ...request, offset: 0 }))],
  'lists one more': ['RS32', listing((request) => ({ ...request, limit: (request.limit ?? 98) + 1 }))],
  'counts the part alone': [
    'RS32',
    answering((answer, request) =>
      request.do === 'list' ? { ...(answer as object), total: (answer as { items: unknown[] }).items.length } : answer,
    ),
  ],
  'ignores the bytes of a list': [
    'RS35',
    listing((request) => {
      const { bytes: _, ...all } = request;
      return all;
    }),
  ],
  'counts beyond the bound': [
    'RS37',
    asking((request) => (request.do === 'count' ? { ...request, upTo: 99 } : request)),
  ],
  'scans from the beginning': [
    'RS38',
    asking((request) => {
      if (request.do !== 'scan') return request;
      const { after: _, ...first } = request;
      return first;
    }),
  ],
  'lists the brand alone in the scope of the store': [
    'RS36',
    (right) => ({ read: (scope, requests) => right.read(scope, requests).then((answers) => answers.map(ofAcme)) }),
  ],
  'keeps the objects that it is given': [
    'RS12',
    (right) => {
      const given = new Map<string, object>();
      return {
        commit(scope, batch) {
          for (const each of batch.operations) if (each.do === 'put') given.set(each.version, each.record);
          return right.commit(scope, batch);
        },
        async read(scope, requests) {
          const answers = await right.read(scope, requests);
          return answers.map((answer) => {
            const stored = answer as Stored | undefined;
            return stored?.version === undefined ? answer : { ...stored, record: given.get(stored.version) };
          });
        },
      };
    },
  ],
  'runs programs beside each other': [
    'RS24',
    (right) => ({
      async exclusive(scope, program) {
        const run = program();
        let step = run.next([]);
        while (step.done !== true) step = run.next(await right.read(scope, step.value));
        return {
          decision: step.value,
          committed: await right.commit(scope, { conditions: [], operations: step.value.operations }),
        };
      },
    }),
  ],
};

function ofAcme(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return answer;
  const items = (answer.items as Stored[]).filter(({ brand = 'acme' }) => brand === 'acme');
  return { ...answer, items };
}

describe('the contract of record stores', () => {
  for (const [name, [rule, mutant]] of Object.entries(mutants)) {
    it(`[${rule}] refuses a store that ${name}`, async () => {
      const cases = recordStoreCases.filter((each) => each.rule === rule && each.needs !== 'durable');
      const outcomes = await Promise.allSettled(
        cases.map(async ({ run }) => {
          const right = memoryStorage({ kinds: sampleKinds });
          await run({ records: { ...right, ...mutant(right) }, close: async () => {} });
        }),
      );
      expect(outcomes.map(({ status }) => status)).toContain('rejected');
    });
  }
});
