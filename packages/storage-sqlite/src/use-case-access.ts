import {
  type Committed,
  Conflict,
  type Decided,
  type Executed,
  isOfSettings,
  type Load,
  type LoadAndDecide,
  type LoadKind,
  type LoadKinds,
  type Operation,
  type OperationOf,
  type SettingsMemory,
} from '@botwright/core/ports';
import type { Transaction } from './access.ts';
import { type BrandStores, brandStores } from './brand-access.ts';

type Loading = {
  readonly [TKind in LoadKind]: (stores: BrandStores, load: LoadKinds[TKind]['key']) => LoadKinds[TKind]['answer'];
};

const loading: Loading = {
  bot: ({ bots }, { id }) => bots.find(id),
  botByNumber: ({ bots }, { number }) => bots.findLinked({ ids: [], numbers: [number] })[0],
  bots: ({ bots }, { query }) => bots.list(query),
  channel: ({ channels }, { number }) => channels.find(number),
  conversation: ({ conversations }, { customer }) => conversations.find(customer),
  countExpiring: ({ customers }, { channel, upTo }) => customers.countExpiring(channel, upTo),
  customer: ({ customers }, { number }) => customers.find(number),
  customerByToken: ({ customers }, { channel, token }) => customers.findByToken(channel, token),
  customerNumber: ({ customers }) => customers.nextNumber(),
  feedback: ({ feedback }, { botId }) => feedback.find(botId),
  firstExpiring: ({ customers }, { channel, after, limit }) => customers.listExpiring(channel, after, limit),
  hooks: ({ hooks }, { channel }) => hooks.list({ channelNumber: channel, active: true }).items,
  inboxEntry: ({ conversations }, { customer }) => conversations.next(customer),
  message: ({ messages }, { customer, uuid }) => messages.find(customer, uuid),
  plan: ({ settings }) => settings.plan(),
  testDeployment: ({ testDeployments }, { botId }) => testDeployments.find(botId),
  work: ({ conversations }, { customer, worker }) => conversations.load(customer, worker),
};

type Writing = {
  readonly [TKind in Operation['kind']]: (
    stores: BrandStores,
    operation: OperationOf<TKind>,
  ) => Partial<Committed> | undefined;
};

const writing: Writing = {
  insertCustomer({ customers }, { customer }) {
    if (customers.insert(customer) === 'token_taken') throw new Conflict();
    return undefined;
  },
  updateCustomer: ({ customers }, { number, change }) => void customers.update(number, change),
  eraseCustomer({ customers, deliveries }, { number, at }) {
    deliveries.eraseOfCustomer(number, at);
    customers.destroy(number);
    return undefined;
  },
  insertMessage: ({ messages }, { customer, message }) => void messages.insert(customer, message),
  addDeliveries: ({ deliveries }, { deliveries: added }) => void deliveries.add(added),
  updateChannel: ({ channels }, { number, change }) => void channels.update(number, change),
  enqueue: ({ conversations }, { customer, item, at, holder }) => ({
    isLeased: conversations.push(customer, item, at, holder),
  }),
  clearDeaths: ({ conversations }, { customer }) => void conversations.clearDeaths(customer),
  giveUpStep({ conversations }, { customer, step: { record, entry } }) {
    if (record !== undefined) conversations.put(record);
    if (entry !== undefined) conversations.drop(customer, entry);
    conversations.clearDeaths(customer);
    return undefined;
  },
  endStep: ({ conversations }, { customer, worker, step }) => ({
    isFinished: conversations.endStep(customer, worker, step),
  }),
};

/** To be remembered once the transaction that read it is committed. */
export interface ReadSetting {
  readonly load: Load;
  readonly revision: number;
  readonly answer: unknown;
}

/** Runs use-cases of one brand on the connection that writes. Nothing else uses it meanwhile. */
export interface UseCaseAccess {
  /** Loads all that a use-case asks for. @param read - Settings that were read are added here. */
  decide<TDecided extends Decided>(useCase: LoadAndDecide<TDecided>, read: ReadSetting[]): TDecided;
  write(operations: readonly Operation[]): Omit<Executed<Decided>, 'decided'>;
}

/** @spec CV59 */
export function useCaseAccess(transaction: Omit<Transaction, 'queued'>, memory: SettingsMemory): UseCaseAccess {
  const { brand } = transaction;
  const queued: Transaction['queued'] = new Set();
  const stores = brandStores({ ...transaction, queued });

  function loadSetting(load: Load, revision: number, read: ReadSetting[]): unknown {
    const known = memory.find(brand, revision, load);
    if (known !== undefined) return known.answer;
    const answer = loading[load.kind](stores, load as never);
    read.push({ load, revision, answer });
    return answer;
  }

  return {
    decide(useCase, read) {
      let revision: number | undefined;
      const loadOne = (load: Load): unknown => {
        if (!isOfSettings(load)) return loading[load.kind](stores, load as never);
        revision ??= stores.settings.revision();
        return loadSetting(load, revision, read);
      };
      let step = useCase.next([]);
      while (step.done !== true) step = useCase.next(step.value.map(loadOne));
      return step.value;
    },
    write(operations) {
      queued.clear();
      let committed: Committed = { isLeased: false, isFinished: false };
      for (const operation of operations) {
        const said = writing[operation.kind](stores, operation as never);
        if (said !== undefined) committed = { ...committed, ...said };
      }
      const work = { deliveries: queued.has('deliveries'), conversations: queued.has('conversations') };
      return { committed, queued: work };
    },
  };
}
