import type { RecordBatch, RecordOperation, Request, Scope, Storage, Stored } from '@botwright/core/ports';
import { changeAnswers, changeBatch, changeOperations, changeRequests, type Mutant } from './mutant.ts';

/** Changes one thing of a right store. */
type Change = (right: Storage) => Partial<Storage>;

const committing =
  (change: (batch: RecordBatch, scope: Scope) => RecordBatch | Promise<RecordBatch>): Change =>
  (right) =>
    changeBatch(right, change);

const operating =
  (change: (operation: RecordOperation) => readonly RecordOperation[]): Change =>
  (right) =>
    changeOperations(right, (each) => change(each as RecordOperation));

const asking =
  (change: (request: Request) => Request): Change =>
  (right) =>
    changeRequests(right, change);

const answering =
  (change: (answer: unknown, request: Request) => unknown): Change =>
  (right) =>
    changeAnswers(right, change);

const listing = (change: (request: Extract<Request, { do: 'list' }>) => Request): Change =>
  asking((request) => (request.do === 'list' ? change(request) : request));

/** Stores with one fault each, and a rule whose cases show it. */
const mutants: Readonly<Record<string, readonly [rule: string, change: Change]>> = {
  'ignores its conditions': ['RS21', committing((batch) => ({ ...batch, conditions: [] }))],
  'ignores the last condition': [
    'RS21',
    committing((batch) => ({ ...batch, conditions: batch.conditions.slice(0, -1) })),
  ],
  'ignores that a record must be absent': [
    'RS21',
    committing((batch) => ({
      ...batch,
      conditions: batch.conditions.filter((each) => 'lease' in each || each.version !== undefined),
    })),
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
    (right) => ({
      async commit(scope, batch) {
        const rest = batch.operations.filter((each) => each.do !== 'copy');
        const outcome = await right.commit(scope, { ...batch, operations: rest });
        const copies = batch.operations.filter((each) => each.do === 'copy');
        return copies.length === 0 ? outcome : right.commit(scope, { conditions: [], operations: copies });
      },
    }),
  ],
  'gives a number twice': [
    'RS11',
    answering((answer, request) => (request.do === 'number' ? Math.ceil(Number(answer) / 2) : answer)),
  ],
  'gives numbers that fall': [
    'RS55',
    answering((answer, request) => (request.do === 'number' ? 1_000_000 - Number(answer) : answer)),
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
  'lists each message twice': [
    'CV80',
    answering((answer, request) =>
      request.do === 'list' && request.kind === 'message'
        ? { ...(answer as object), items: (answer as { items: unknown[] }).items.flatMap((each) => [each, each]) }
        : answer,
    ),
  ],
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
  'has records of the store for each brand': [
    'RS4',
    (right) => ({
      read: (scope, requests) =>
        right
          .read(scope, requests)
          .then((all) => (isSettings(requests) && isOf(scope, 'acme') ? all.map(() => undefined) : all)),
    }),
  ],
  'needs no owner': [
    'RS7',
    (right) => ({
      async commit(scope, batch) {
        const outcome = await right.commit(scope, batch);
        return outcome.kind === 'conflict' && batch.operations.some((each) => each.do === 'put' && each.kind === 'note')
          ? { kind: 'committed' }
          : outcome;
      },
    }),
  ],
  'rejects the deletion of an absent record': [
    'RS9',
    (right) => ({
      async commit(scope, batch) {
        for (const each of batch.operations) {
          if (each.do !== 'delete') continue;
          const [found] = await right.read(scope, [{ do: 'get', kind: each.kind, key: each.key }]);
          if (found === undefined) return { kind: 'conflict' };
        }
        return right.commit(scope, batch);
      },
    }),
  ],
  'removes what a record owns with each put': [
    'RS2',
    operating((each) =>
      each.do === 'put' && each.kind === 'library'
        ? [{ do: 'delete', kind: each.kind, key: [each.record['id'] as string] }, each]
        : [each],
    ),
  ],
  'compares keys without case': [
    'RS3',
    (right) => ({
      commit: (scope, batch) =>
        right.commit(scope, {
          ...batch,
          operations: batch.operations.map((each) =>
            each.do === 'put' && each.kind === 'library'
              ? { ...each, record: { ...each.record, id: String(each.record['id']).toLowerCase() } }
              : each,
          ),
        }),
    }),
  ],
  'writes the records of another brand too': [
    'RS3',
    (right) => ({
      async commit(scope, batch) {
        const outcome = await right.commit(scope, batch);
        if (isOf(scope, 'globex')) await right.commit({ brand: 'acme' }, { ...batch, conditions: [] });
        return outcome;
      },
    }),
  ],
  'lists what it listed first': [
    'RS33',
    (right) => {
      const first = new Map<string, unknown>();
      return answering((answer, request) => {
        if (request.do !== 'list' || request.list !== 'lent') return answer;
        const name = JSON.stringify(request);
        if (!first.has(name)) first.set(name, answer);
        return first.get(name);
      })(right);
    },
  ],
  'orders texts by UTF-16 units': [
    'RS31',
    answering((answer, request) => {
      if (request.do !== 'list' || request.order !== 'title') return answer;
      const { items, total } = answer as { items: Stored[]; total: number };
      const titleOf = ({ record }: Stored) => String(record['title']);
      return {
        total,
        items: items.toSorted((a, b) => (titleOf(a) < titleOf(b) ? -1 : titleOf(a) > titleOf(b) ? 1 : 0)),
      };
    }),
  ],
  'reads a percent sign in a search as any text': [
    'RS30',
    answering((answer, request) =>
      request.do === 'list' && request.where['title'] === '%' ? { items: [], total: 0 } : answer,
    ),
  ],
  'lists all lists within values as one': [
    'RS34',
    answering((answer, request) =>
      request.do === 'list' && request.kind === 'note' ? { ...(answer as object), total: 6 } : answer,
    ),
  ],
  'loses a document that a put leaves out': [
    'RS51',
    operating((each) =>
      each.do === 'put' && each.kind === 'book'
        ? [{ ...each, record: { text: '', reviews: [], ...each.record } }]
        : [each],
    ),
  ],
  'applies the splices of a list in another order': [
    'RS52',
    operating((each) =>
      each.do === 'splice' && each.at.field === 'reviews'
        ? [{ ...each, splices: each.splices.toReversed() as typeof each.splices }]
        : [each],
    ),
  ],
  'copies a document as it was put, without its splices': [
    'RS53',
    (right) => {
      const texts = new Map<string, unknown>();
      return operating((each) => {
        if (each.do === 'put' && 'text' in each.record)
          texts.set(JSON.stringify(each.record['number']), each.record['text']);
        if (each.do !== 'copy') return [each];
        const { do: _, from, ...copied } = each;
        return [
          { ...copied, do: 'put', record: { ...each.record, text: texts.get(JSON.stringify(from.key[0])) ?? '' } },
        ];
      })(right);
    },
  ],
  'reads heads with lists': [
    'RS50',
    asking((request) => {
      if (request.do !== 'list') return request;
      const { heads: _, ...whole } = request;
      return whole;
    }),
  ],
  'commits each operation for itself': [
    'RS20',
    (right) => ({
      async commit(scope, { conditions, operations }) {
        const checked = await right.commit(scope, { conditions, operations: [] });
        if (checked.kind !== 'committed') return checked;
        for (const each of operations) {
          const outcome = await right.commit(scope, { conditions: [], operations: [each] });
          if (outcome.kind !== 'committed') return outcome;
        }
        return checked;
      },
    }),
  ],
  'checks conditions of what the batch itself writes': [
    'RS21',
    (right) => ({
      async commit(scope, { conditions, operations }) {
        const written = await right.commit(scope, { conditions: [], operations });
        if (written.kind !== 'committed') return written;
        return right.commit(scope, { conditions, operations: [] });
      },
    }),
  ],
  'answers a conflict where records have nothing in common': [
    'RS22',
    (right) => {
      let isBusy = false;
      return {
        async commit(scope, batch) {
          if (isBusy) return { kind: 'conflict' };
          isBusy = true;
          await Promise.resolve();
          isBusy = false;
          return right.commit(scope, batch);
        },
      };
    },
  ],
  'reads what a program locks before it has the lock': [
    'RS24',
    (right) => ({
      async exclusive(scope, program) {
        const before = new Map<string, unknown>();
        const [first] = [program().next([])];
        if (first.done !== true) {
          const answers = await right.read(scope, first.value);
          for (const [index, request] of first.value.entries()) before.set(JSON.stringify(request), answers[index]);
        }
        const stale = function* (): ReturnType<typeof program> {
          const run = program();
          let step = run.next([]);
          while (step.done !== true) {
            const requests = step.value;
            const answers = yield requests;
            step = run.next(requests.map((request, index) => before.get(JSON.stringify(request)) ?? answers[index]));
          }
          return step.value;
        };
        return right.exclusive?.(scope, stale) as never;
      },
    }),
  ],
};

const isOf = (scope: Scope, brand: string) => scope !== 'store' && scope.brand === brand;
const isSettings = (requests: readonly Request[]) =>
  requests.every((each) => each.do === 'get' && each.kind === 'setting');

function ofAcme(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return answer;
  const items = (answer.items as Stored[]).filter(({ brand = 'acme' }) => brand === 'acme');
  return { ...answer, items };
}

export const recordMutants: readonly Mutant[] = Object.entries(mutants).map(([fault, [rule, change]]) => ({
  rule,
  fault: `the store ${fault}`,
  breakStorage: (sound) => ({ ...sound, ...change(sound) }),
}));
