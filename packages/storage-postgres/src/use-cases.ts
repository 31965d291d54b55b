import {
  applyAll,
  applyTo,
  type BrandTransaction,
  type Committed,
  committedOf,
  type Decided,
  expectsSettings,
  isOfSettings,
  type Load,
  type LoadAndDecide,
  loadFrom,
  type Operation,
  type SettingsMemory,
} from '@botwright/core/ports';
import type { CommitWith } from './transactions.ts';

/** To be remembered once the transaction that read it is committed. */
export interface ReadSetting {
  readonly load: Load;
  readonly revision: number;
  readonly answer: unknown;
}

/**
 * Loads all that a use-case asks for, a batch at a time. The revision of the settings is read behind the first one, where
 * settings are expected: its locks may have been waited for.
 *
 * @param read - Settings that were read are added here.
 * @spec CV59
 */
export async function decideIn<TDecided extends Decided>(
  tx: BrandTransaction,
  {
    brand,
    useCase,
    memory,
    read,
  }: {
    readonly brand: string;
    readonly useCase: LoadAndDecide<TDecided>;
    readonly memory: SettingsMemory;
    readonly read: ReadSetting[];
  },
): Promise<TDecided> {
  let step = useCase.next([]);
  let asked: Promise<number> | undefined;
  const askRevision = (): Promise<number> => {
    asked ??= tx.settings.revision();
    return asked;
  };
  let isFirst = true;

  async function loadSetting(load: Load): Promise<unknown> {
    const revision = await askRevision();
    const known = memory.find(brand, revision, load);
    if (known !== undefined) return known.answer;
    const answer = await loadFrom(tx, load);
    read.push({ load, revision, answer });
    return answer;
  }

  while (step.done !== true) {
    const answers = step.value.map((load) => (isOfSettings(load) ? loadSetting(load) : loadFrom(tx, load)));
    if (isFirst && expectsSettings(step.value)) askRevision().catch(() => undefined);
    isFirst = false;
    step = useCase.next(await Promise.all(answers));
  }
  return step.value;
}

/** Makes the changes of a decision. Those that are one statement each are sent with the commit. */
export async function commitIn(
  tx: BrandTransaction,
  operations: readonly Operation[],
  commitWith: CommitWith,
): Promise<Committed> {
  if (operations.length === 0 || !operations.every(isOneStatement)) return applyAll(tx, operations);
  return committedOf(await commitWith(() => operations.map((operation) => applyTo(tx, operation))));
}

/** Whether the stores make the change with one statement, which fails where it cannot be made. */
function isOneStatement(operation: Operation): boolean {
  switch (operation.kind) {
    case 'insertMessage':
    case 'enqueue':
      return true;
    case 'updateCustomer': {
      const { name, email, phone, ...others } = operation.change;
      return name === undefined && email === undefined && phone === undefined && Object.keys(others).length > 0;
    }
    case 'addDeliveries':
      return operation.deliveries.length === 1;
    case 'endStep':
      return (
        operation.step.record !== undefined &&
        operation.step.record.effectsJson === undefined &&
        operation.step.entry !== undefined
      );
    default:
      return false;
  }
}
