import {
  applyAll,
  applyTo,
  type BrandTransaction,
  type Committed,
  type CustomerRecord,
  committedOf,
  type Decided,
  expectsSettings,
  isOfSettings,
  type Load,
  type LoadAndDecide,
  type LoadedWork,
  loadFrom,
  type Operation,
  type SettingsReads,
} from '@botwright/core/ports';
import type { CommitWith } from './transactions.ts';

/**
 * The records that a use-case has locked. Nobody else removes them until the commit, so a change always finds its
 * record.
 */
interface Locked {
  readonly customers: Set<number>;
  /** By customer. */
  readonly work: Map<number, LoadedWork & { readonly worker: string }>;
}

export interface Decision<TDecided> {
  readonly decided: TDecided;
  readonly locked: Locked;
}

/**
 * Loads all records of a use-case, a batch at a time. If settings are expected, reads their revision after the first
 * batch, whose locks may have made it wait.
 *
 * @spec CV59
 */
export async function decideIn<TDecided extends Decided>(
  tx: BrandTransaction,
  useCase: LoadAndDecide<TDecided>,
  settings: SettingsReads,
): Promise<Decision<TDecided>> {
  const locked: Locked = { customers: new Set(), work: new Map() };
  let step = useCase.next([]);
  let asked: Promise<number> | undefined;
  const askRevision = (): Promise<number> => {
    asked ??= tx.settings.revision();
    return asked;
  };
  let isFirst = true;

  async function loadSetting(load: Load): Promise<unknown> {
    return settings.find(load, await askRevision(), () => loadFrom(tx, load));
  }

  while (step.done !== true) {
    const loads = step.value;
    const loading = loads.map((load) => (isOfSettings(load) ? loadSetting(load) : loadFrom(tx, load)));
    if (isFirst && expectsSettings(loads)) askRevision().catch(() => undefined);
    isFirst = false;
    const answers = await Promise.all(loading);
    for (const [index, load] of loads.entries()) noteLocked(locked, load, answers[index]);
    step = useCase.next(answers);
  }
  return { decided: step.value, locked };
}

function noteLocked({ customers, work }: Locked, load: Load, answer: unknown): void {
  if (answer === undefined) return;
  if (load.kind === 'customer' || load.kind === 'customerByToken') customers.add((answer as CustomerRecord).number);
  if (load.kind === 'work') work.set(load.customer, { ...(answer as LoadedWork), worker: load.worker });
}

/** Makes the changes of a decision. Sends the changes that are one statement each with the commit. */
export async function commitIn(
  tx: BrandTransaction,
  { decided: { operations }, locked }: Decision<Decided>,
  commitWith: CommitWith,
): Promise<Committed> {
  const isTogether = operations.length > 0 && operations.every((operation) => isOneStatement(operation, locked));
  if (!isTogether) return applyAll(tx, operations);
  return committedOf(await commitWith(() => operations.map((operation) => applyTo(tx, operation))));
}

/**
 * Whether the stores make the change with one statement that PostgreSQL refuses if the change is impossible: after the
 * commit it is too late to find out.
 */
function isOneStatement(operation: Operation, { customers, work }: Locked): boolean {
  switch (operation.kind) {
    case 'insertMessage':
    case 'enqueue':
      return customers.has(operation.customer);
    case 'updateCustomer': {
      const { name, email, phone } = operation.change;
      const hasTexts = name !== undefined || email !== undefined || phone !== undefined;
      return customers.has(operation.number) && !hasTexts;
    }
    case 'addDeliveries':
      return operation.deliveries.length === 1;
    case 'endStep': {
      const { customer, worker, step } = operation;
      const loaded = work.get(customer);
      const isOfEntry = step.entry !== undefined && loaded?.worker === worker && loaded.entry?.number === step.entry;
      const isWithoutEffects = loaded?.record?.effectsJson === undefined && step.record?.effectsJson === undefined;
      return isOfEntry && isWithoutEffects && step.record !== undefined;
    }
    default:
      return false;
  }
}
