import type * as v from 'valibot';
import { applyCustomerChange, type Customer } from '../../domain/customer/customer.ts';
import { type Field, type Fields, fieldNameFault, isRecordKey, writeFields } from '../../domain/field/field.ts';
import {
  type BotAssignment,
  botAssignmentSchema,
  customerEditSchema,
  customerListSchema,
  fieldSchema,
} from '../../domain/inputs/customers.ts';
import type { Slice } from '../../domain/paging/page.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { AgentDirectory } from '../../ports/host-directories.ts';
import { effectsOf, liveOf } from '../bots/bot-decisions.ts';
import { requireVisible } from '../bots/bot-records.ts';
import { brandStorage } from '../brand-storage.ts';
import { type Caller, findAgent, type PermissionsOf, permitted } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineTransaction } from '../events/engine-storage.ts';
import { type EngineLimits, fieldBoundsOf } from '../limits.ts';
import { invalidParameters, readInput, requireFieldBounds } from '../read-input.ts';
import { partBytes, type SliceInParts, startParts } from '../slice-in-parts.ts';
import { actOnCustomer, type CustomerActionDependencies, type RequestedAction } from './customer-actions.ts';
import {
  eraseCustomer,
  findCustomer,
  lockCustomer,
  placeOfCustomer,
  toCustomer,
  withoutDestroyedBots,
} from './customer-records.ts';
import type { CustomerSearchDependencies } from './customer-search.ts';
import { listInParts } from './list-in-parts.ts';

export interface CustomerListRequest extends v.InferInput<typeof customerListSchema> {}

type BotAssignmentRequest = v.InferInput<typeof botAssignmentSchema>;

export interface CustomerEdit extends v.InferInput<typeof customerEditSchema> {}

/** @throws {EngineError} `customer_not_found` on every method that takes a customer whom the caller cannot see. */
export interface Customers {
  /**
   * By ascending number.
   *
   * @throws {EngineError} `too_many_requests` when too many searches of the brand wait already.
   */
  list(request?: CustomerListRequest): Promise<Slice<Customer>>;
  /**
   * The same in parts of about a quarter of a mebibyte of Fields, so that a page of customers who have as many as they
   * may need not be in memory at once.
   */
  listInParts(request?: CustomerListRequest): Promise<SliceInParts<Customer>>;
  get(customer: number): Promise<Customer>;
  /**
   * Writes the given members, by their names in the wire format. A member that is left out or `null` stays; an empty
   * text clears it.
   *
   * @throws {EngineError} `invalid_parameters`, also for an unknown member and when there is no member.
   */
  update(customer: number, edit: CustomerEdit): Promise<Customer>;
  /** Deletes the customer with messages, conversation and the bodies of deliveries. */
  delete(customer: number): Promise<void>;
  archive(customer: number): Promise<Customer>;
  unarchive(customer: number): Promise<Customer>;
  block(customer: number): Promise<Customer>;
  unblock(customer: number): Promise<Customer>;
  /** Records that the customer agrees to unsolicited messages. Nothing is sent. */
  optIn(customer: number): Promise<Customer>;
  /** Records that the customer no longer agrees to unsolicited messages. Nothing is sent. */
  optOut(customer: number): Promise<Customer>;
  /**
   * @param agentId - Default: the caller.
   * @throws {EngineError} `agent_not_found`
   */
  assign(customer: number, agentId?: number): Promise<Customer>;
  /** @throws {EngineError} `bot_not_found` for a bot that is absent or in the trash. */
  assignBot(customer: number, botNumber: number, options?: BotAssignmentRequest): Promise<Customer>;
  unassign(customer: number): Promise<Customer>;
  /** @throws {EngineError} `field_not_found` */
  getField(customer: number, name: string): Promise<Field>;
  /** @throws {EngineError} `invalid_parameters` */
  setField(customer: number, name: string, field: Field): Promise<Field>;
  /** @throws {EngineError} `field_not_found` */
  deleteField(customer: number, name: string): Promise<void>;
}

export const customerPermissions: PermissionsOf<Customers> = {
  list: 'anyone',
  listInParts: 'anyone',
  get: 'anyone',
  update: 'anyone',
  delete: 'anyone',
  archive: 'anyone',
  unarchive: 'anyone',
  block: 'anyone',
  unblock: 'anyone',
  optIn: 'anyone',
  optOut: 'anyone',
  assign: 'anyone',
  assignBot: 'anyone',
  unassign: 'anyone',
  getField: 'anyone',
  setField: 'anyone',
  deleteField: 'anyone',
};

export interface CustomerDependencies extends CustomerActionDependencies, CustomerSearchDependencies {
  readonly agents: AgentDirectory;
  readonly limits: EngineLimits;
}

/** The use-cases of the customers that a caller can see. */
export function customers(dependencies: CustomerDependencies, caller: Caller): Customers {
  const { storage, agents, clock, limits } = dependencies;
  const { reader, commit } = brandStorage(storage, caller);
  const { brand, person, workspaces } = caller.principal;

  const act = (customer: number, action: RequestedAction) => actOnCustomer(dependencies, caller, customer, action);

  /** @spec CU15, CU16, CU20, CU30, CU43 */
  const setStatus =
    (kind: 'archive' | 'unarchive' | 'block' | 'unblock' | 'opt_in' | 'opt_out') =>
    async (customer: number): Promise<Customer> =>
      act(customer, { decide: () => ({ kind }) });

  /** Ends what a bot does in the conversation when the customer is given to somebody else. @spec CU35 */
  const endConversation: RequestedAction['follow'] = async ({ number }, tx, { hasChanged }) => {
    if (hasChanged) await tx.conversations.push(number, { kind: 'taken_over' }, clock.now());
  };

  /**
   * @throws {EngineError} `bot_not_found`, `unsupported_builder`, `bot_never_published`
   * @spec CU32, BO29, BO33
   */
  async function findBotToAssign(tx: EngineTransaction, botNumber: unknown): Promise<BotRecord> {
    const numbers = typeof botNumber === 'number' && Number.isSafeInteger(botNumber) ? [botNumber] : [];
    const [linked] = await tx.bots.findLinked({ ids: [], numbers });
    const bot = requireVisible(caller, linked && (await tx.bots.find(linked.id)));
    effectsOf({ bot, live: liveOf(bot) }, { kind: 'assign_to_customer' });
    return bot;
  }

  async function* partsOf(
    request: CustomerListRequest,
    fieldBytes?: number,
  ): AsyncGenerator<Slice<Customer>, void, undefined> {
    const read = readInput(customerListSchema, request ?? {});
    const { channel, searchBy: by, search: text, offset, limit, ...rest } = read;
    const from = reader();
    const filter = { ...rest, ...(channel !== undefined && { channelNumber: channel }), workspaces };
    const search = by !== undefined && text !== undefined ? { by, text } : undefined;
    const lists = { ...dependencies, brand, customers: from.customers };
    for await (const { items, total } of listInParts(lists, { filter, search, offset, limit }, fieldBytes)) {
      yield { items: (await withoutDestroyedBots(from, items)).map(toCustomer), total };
    }
  }

  return permitted(caller, customerPermissions, {
    /** @spec CU28, CU29, CU46, CU47, CU64, PA6, PA7 */
    async list(request = {}) {
      const { value } = await partsOf(request).next();
      return value ?? { items: [], total: 0 };
    },

    /** @spec CU65 */
    async listInParts(request = {}) {
      return startParts(partsOf(request, partBytes), readInput(customerListSchema, request ?? {}));
    },

    /** @spec CU28 */
    async get(number) {
      return toCustomer(await findCustomer(caller, reader(), number));
    },

    /** @spec CU28, CU40, CU41 */
    async update(number, edit) {
      return commit(async (tx) => {
        const customer = await lockCustomer(caller, tx, number);
        const change = readInput(customerEditSchema, edit);
        await tx.customers.update(customer.number, change);
        tx.raise({ type: 'customer.changed', ...placeOfCustomer(customer) });
        return toCustomer(applyCustomerChange(customer, change));
      });
    },

    /** @spec CU28, CU37 */
    async delete(number) {
      await commit(async (tx) => {
        const customer = await lockCustomer(caller, tx, number);
        await eraseCustomer({ clock }, tx, customer);
      });
    },

    archive: setStatus('archive'),
    unarchive: setStatus('unarchive'),
    block: setStatus('block'),
    unblock: setStatus('unblock'),
    optIn: setStatus('opt_in'),
    optOut: setStatus('opt_out'),

    /** @spec CU17, CU30, CU31, CU35, CU40, CU44 */
    async assign(customer, agentId = person) {
      const agent = await findAgent({ agents, ...caller }, agentId);
      return act(customer, {
        decide() {
          if (agent === undefined) throw new EngineError('agent_not_found');
          return { kind: 'assign', agentId: agent.id };
        },
        follow: endConversation,
      });
    },

    /** @spec CU18, CU21, CU30, CU32, CU33, CU34, CU36, CU40 */
    async assignBot(number, botNumber, options) {
      let assignment: BotAssignment | undefined;
      return act(number, {
        async decide(customer, tx) {
          const bot = await findBotToAssign(tx, botNumber);
          assignment = readInput(botAssignmentSchema, options);
          if (assignment.launch && customer.blocked) throw new EngineError('customer_blocked');
          return { kind: 'assign_bot', botId: bot.id };
        },
        async follow(customer, tx, { hasChanged }) {
          if (assignment === undefined) return;
          const { launch, node } = assignment;
          if (!launch && !hasChanged && node === undefined) return;
          const item = { kind: launch ? 'start' : 'assigned', ...(node !== undefined && { node }) } as const;
          await tx.conversations.push(customer.number, item, clock.now());
        },
      });
    },

    /** @spec CU19, CU30, CU35 */
    async unassign(customer) {
      return act(customer, { decide: () => ({ kind: 'unassign' }), follow: endConversation });
    },

    /** @spec CU28, CU38 */
    async getField(number, name) {
      const { fields } = await findCustomer(caller, reader(), number);
      return requireField(fields, name);
    },

    /** @spec CU8, CU9, CU10, CU28, CU39, CU40, CU61 */
    async setField(number, name, field) {
      return commit(async (tx) => {
        const customer = await lockCustomer(caller, tx, number);
        const nameFault = fieldNameFault(name);
        if (nameFault !== undefined) throw invalidParameters('name', nameFault);
        const bounds = fieldBoundsOf(limits);
        const before = customer.fields;
        const present = Object.hasOwn(before, name) ? before[name] : undefined;
        const written = readInput(fieldSchema(name, { bounds, present }), field);
        const fields = writeFields(before, [[name, written]]);
        requireFieldBounds(bounds, { before, after: fields, names: [name], fieldOf: () => 'value' });
        await tx.customers.update(customer.number, { fields });
        tx.raise({ type: 'customer.changed', ...placeOfCustomer(customer) });
        return written;
      });
    },

    /** @spec CU28, CU38, CU45 */
    async deleteField(number, name) {
      await commit(async (tx) => {
        const customer = await lockCustomer(caller, tx, number);
        requireField(customer.fields, name);
        await tx.customers.update(customer.number, { fields: writeFields(customer.fields, [[name, undefined]]) });
        tx.raise({ type: 'customer.changed', ...placeOfCustomer(customer) });
      });
    },
  });
}

/** @throws {EngineError} `field_not_found`, also for a Field that a bot stores under a key that every customer has. */
function requireField(fields: Fields, name: string): Field {
  const field = Object.hasOwn(fields, name) && !isRecordKey(name) ? fields[name] : undefined;
  if (field === undefined) throw new EngineError('field_not_found');
  return field;
}
