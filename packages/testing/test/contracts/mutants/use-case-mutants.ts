import {
  applyAll,
  applyTo,
  createSettingsMemory,
  type Decided,
  executeInTransaction,
  isOfSettings,
  type Load,
  type LoadAndDecide,
  loadFrom,
  type Operation,
  type Storage,
} from '@botwright/core/ports';
import type { Mutant } from './mutant.ts';

export const useCaseMutants: readonly Mutant[] = [
  {
    rule: 'ST125',
    fault: 'each change of a decision is stored by itself',
    breakStorage: (sound) =>
      inTwo(sound, async (brand, operations) => {
        for (const operation of operations) await sound.transaction(brand, (tx) => locked(tx, operation));
      }),
  },
  {
    rule: 'ST125',
    fault: 'the last change of a decision is forgotten',
    breakStorage: (sound) => ({
      ...sound,
      execute: (brand, useCase) =>
        executeInTransaction(sound, brand, function* () {
          const decided = yield* useCase();
          return { ...decided, operations: decided.operations.slice(0, -1) };
        }),
    }),
  },
  {
    rule: 'ST125',
    fault: 'a use-case that throws rejects with another error',
    breakStorage: (sound) => ({
      ...sound,
      execute: (brand, useCase) =>
        executeInTransaction(sound, brand, useCase).catch((cause: unknown) => {
          throw new Error('It was refused.', { cause });
        }),
    }),
  },
  {
    rule: 'ST125',
    fault: 'a change that cannot be made is left out',
    breakStorage: (sound) => ({
      ...sound,
      async execute(brand, useCase) {
        try {
          return await executeInTransaction(sound, brand, useCase);
        } catch {
          return executeInTransaction(sound, brand, function* () {
            const decided = yield* useCase();
            const isMade = ({ kind }: Operation) => kind !== 'putDraft' && kind !== 'completeRequest';
            return { ...decided, operations: decided.operations.filter(isMade) };
          });
        }
      },
    }),
  },
  {
    rule: 'ST125',
    fault: 'a change of a draft is stored as its text',
    breakStorage: (sound) => ({
      ...sound,
      execute: (brand, useCase) =>
        executeInTransaction(sound, brand, function* () {
          const decided = yield* useCase();
          const whole = (operation: Operation): Operation => {
            if (operation.kind !== 'putDraft' || 'diagramJson' in operation.next) return operation;
            const diagramJson = operation.next.textSplices.map(([, , added]) => added).join('');
            return { ...operation, next: { ...operation.next, diagramJson, violations: [] } };
          };
          return { ...decided, operations: decided.operations.map(whole) };
        }),
    }),
  },
  {
    rule: 'ST125',
    fault: 'a use-case whose change of an absent customer rejects is stored without it',
    breakStorage: (sound) => ({
      ...sound,
      async execute(brand, useCase) {
        const absent = new Set<number>();
        const executed = await executeInTransaction(sound, brand, function* () {
          const decided = yield* noting(useCase(), (load, answer) => {
            if (load.kind === 'customer' && answer === undefined) absent.add(load.number);
          });
          const isMade = (operation: Operation) => !absent.has(customerOf(operation) ?? 0);
          return { ...decided, operations: decided.operations.filter(isMade), all: decided };
        });
        const { operations } = executed.decided.all;
        if (operations.some((each) => absent.has(customerOf(each) ?? 0))) throw new Error('There is no such customer.');
        return { ...executed, decided: executed.decided.all };
      },
    }),
  },
  {
    rule: 'ST125',
    fault: 'a use-case that loads nothing is not stored',
    breakStorage: (sound) => ({
      ...sound,
      async execute(brand, useCase) {
        let loads = 0;
        return executeInTransaction(sound, brand, function* () {
          const decided = yield* noting(useCase(), () => {
            loads += 1;
          });
          if (loads === 0) throw new Error('Nothing can be sent behind a commit.');
          return decided;
        });
      },
    }),
  },
  {
    rule: 'ST126',
    fault: 'a channel that is to be locked is only read',
    breakStorage: (sound) => ({
      ...sound,
      execute: (brand, useCase) =>
        executeInTransaction(sound, brand, function* () {
          const generator = useCase();
          let step = generator.next([]);
          while (step.done !== true) {
            const read = (load: Load): Load => (load.kind === 'lockedChannel' ? { ...load, kind: 'channel' } : load);
            step = generator.next(yield step.value.map(read));
          }
          return step.value;
        }),
    }),
  },
  {
    rule: 'ST126',
    fault: 'a draft is loaded before its bot is locked',
    breakStorage: (sound) => ({
      ...sound,
      execute: (brand, useCase) =>
        sound.transaction(brand, async (tx) => {
          const generator = useCase();
          let step = generator.next([]);
          while (step.done !== true) {
            const drafts = step.value.map((load) => (load.kind === 'draftHead' ? loadFrom(tx, load) : undefined));
            await Promise.all(drafts);
            const answers = step.value.map((load, index) => drafts[index] ?? loadFrom(tx, load));
            step = generator.next(await Promise.all(answers));
          }
          const committed = await applyAll(tx, step.value.operations);
          return { decided: step.value, committed, queued: tx.queued() };
        }),
    }),
  },
  {
    rule: 'ST126',
    fault: 'a use-case decides by what was there before its transaction',
    breakStorage: (sound) =>
      inTwo(sound, (brand, operations) =>
        sound.transaction(brand, async (tx) => {
          for (const operation of operations) await locked(tx, operation);
        }),
      ),
  },
  {
    rule: 'ST126',
    fault: 'a lease that ends with the commit is not said',
    breakStorage: (sound) => ({
      ...sound,
      async execute(brand, useCase) {
        const executed = await executeInTransaction(sound, brand, useCase);
        return { ...executed, committed: { ...executed.committed, isFinished: false } };
      },
    }),
  },
  {
    rule: 'ST127',
    fault: 'a channel is remembered for ever',
    breakStorage: (sound) => remembering(sound, (load) => load.kind === 'channel'),
  },
  {
    rule: 'ST127',
    fault: 'the revision by which settings are remembered is read before the locks',
    breakStorage(sound) {
      const memory = createSettingsMemory();
      return {
        ...sound,
        async execute(brand, useCase) {
          const revision = await sound.transaction(brand, (tx) => tx.settings.revision());
          const settings = memory.begin(brand);
          const executed = await sound.transaction(brand, async (tx) => {
            const generator = useCase();
            let step = generator.next([]);
            while (step.done !== true) {
              const answers = step.value.map((load) =>
                isOfSettings(load) ? settings.find(load, revision, () => loadFrom(tx, load)) : loadFrom(tx, load),
              );
              step = generator.next(await Promise.all(answers));
            }
            const committed = await applyAll(tx, step.value.operations);
            return { decided: step.value, committed, queued: tx.queued() };
          });
          settings.keep();
          return executed;
        },
      };
    },
  },
  {
    rule: 'ST127',
    fault: 'the live version of a bot is remembered for ever',
    breakStorage: (sound) => remembering(sound, (load) => load.kind === 'liveVersion'),
  },
];

function customerOf(operation: Operation): number | undefined {
  if (operation.kind === 'updateCustomer') return operation.number;
  return 'customer' in operation && typeof operation.customer === 'number' ? operation.customer : undefined;
}

/** Runs a use-case. @param note - Called with each load and its answer. */
function* noting<TDecided extends Decided>(
  useCase: LoadAndDecide<TDecided>,
  note: (load: Load, answer: unknown) => void,
): LoadAndDecide<TDecided> {
  let step = useCase.next([]);
  while (step.done !== true) {
    const answers = yield step.value;
    for (const [index, load] of step.value.entries()) note(load, answers[index]);
    step = useCase.next(answers);
  }
  return step.value;
}

/** Repeats the first answer to each load. */
function remembering(sound: Storage, isRemembered: (load: Load) => boolean): Storage {
  const known = new Map<string, unknown>();
  return {
    ...sound,
    execute: (brand, useCase) =>
      executeInTransaction(sound, brand, function* () {
        const generator = useCase();
        let step = generator.next([]);
        while (step.done !== true) {
          const loads: readonly Load[] = step.value;
          const answers = yield loads;
          step = generator.next(
            loads.map((load, index) => {
              if (!isRemembered(load)) return answers[index];
              const key = `${brand} ${JSON.stringify(load)}`;
              if (!known.has(key)) known.set(key, answers[index]);
              return known.get(key);
            }),
          );
        }
        return step.value;
      }),
  };
}

type Tx = Parameters<Parameters<Storage['transaction']>[1]>[0];

/** Decides in one transaction, and makes the changes elsewhere. */
function inTwo(sound: Storage, write: (brand: string, operations: readonly Operation[]) => Promise<void>): Storage {
  return {
    ...sound,
    async execute(brand, useCase) {
      const decided = await sound.transaction(brand, async (tx) => {
        const generator = useCase();
        let step = generator.next([]);
        while (step.done !== true) {
          step = generator.next(await Promise.all(step.value.map((load) => loadFrom(tx, load))));
        }
        return step.value;
      });
      await write(brand, decided.operations);
      const work = await sound.transaction(brand, (tx) => applyAll(tx, []));
      return { decided, committed: work, queued: { deliveries: false, conversations: false } };
    },
  };
}

/** Makes a change whose customer this transaction has not locked yet. */
async function locked(tx: Tx, operation: Operation): Promise<void> {
  if ('customer' in operation && typeof operation.customer === 'number') await tx.customers.lock(operation.customer);
  if ('number' in operation && operation.kind === 'updateCustomer') await tx.customers.lock(operation.number);
  await applyTo(tx, operation);
}
