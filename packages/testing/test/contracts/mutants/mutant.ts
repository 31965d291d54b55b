import type { BatchOperation, RecordBatch, Request, Scope, Storage } from '@botwright/core/ports';

/** A store with one fault, and the rule at which the contract must find it. */
export interface Mutant {
  readonly rule: string;
  readonly fault: string;
  breakStorage(sound: Storage): Storage;
}

export function changeBatch(
  sound: Storage,
  change: (batch: RecordBatch, scope: Scope) => RecordBatch | Promise<RecordBatch>,
): Storage {
  return { ...sound, commit: async (scope, batch) => sound.commit(scope, await change(batch, scope)) };
}

/** Changes each operation of a batch into others. */
export function changeOperations(
  sound: Storage,
  change: (operation: BatchOperation) => readonly BatchOperation[],
): Storage {
  return changeBatch(sound, (batch) => ({ ...batch, operations: batch.operations.flatMap(change) }));
}

type Doing<TName> = Extract<BatchOperation, { do: TName }>;

/** Changes the operations of one name; `undefined` leaves one out. */
export function changeOperation<TName extends BatchOperation['do']>(
  sound: Storage,
  name: TName,
  change: (operation: Doing<TName>) => BatchOperation | undefined,
): Storage {
  return changeOperations(sound, (each) => {
    const changed = each.do === name ? change(each as Doing<TName>) : each;
    return changed === undefined ? [] : [changed];
  });
}

export function changeRequests(sound: Storage, change: (request: Request) => Request): Storage {
  return { ...sound, read: (scope, requests) => sound.read(scope, requests.map(change)) };
}

export function changeAnswers(
  sound: Storage,
  change: (answer: unknown, request: Request, scope: Scope) => unknown,
): Storage {
  return {
    ...sound,
    async read(scope, requests) {
      const answers = await sound.read(scope, requests);
      return Promise.all(answers.map((answer, index) => change(answer, requests[index] as Request, scope)));
    },
  };
}

/** Replaces methods of a part of a store. */
export function changePart<TPart extends 'conversationQueue' | 'deliveryQueue' | 'rateLimiter'>(
  sound: Storage,
  part: TPart,
  change: (sound: Storage[TPart]) => Partial<Storage[TPart]>,
): Storage {
  return { ...sound, [part]: { ...sound[part], ...change(sound[part]) } };
}
