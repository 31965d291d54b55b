import type * as v from 'valibot';
import { applyCustomerChange, type Customer, type CustomerChange } from '../../domain/customer/customer.ts';
import type { CustomerAction } from '../../domain/customer/decide-customer-action.ts';
import { type Field, type Fields, fieldNameFault, isRecordKey, writeFields } from '../../domain/field/field.ts';
import {
  botAssignmentSchema,
  customerEditSchema,
  customerListSchema,
  fieldSchema,
} from '../../domain/inputs/customers.ts';
import type { Slice } from '../../domain/paging/page.ts';
import type { InboxItem } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import { assertAllowed, liveOf } from '../bots/bot-decisions.ts';
import { requireVisible } from '../bots/bot-records.ts';
import { brandStorage } from '../brand-storage.ts';
import { type Caller, findAgent, type PermissionsOf, permitted } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { fieldBoundsOf } from '../limits.ts';
import { invalidParameters, readInput, requireFieldBounds } from '../read-input.ts';
import { partBytes, type SliceInParts, startParts } from '../slice-in-parts.ts';
import { type Changes, load, type Part } from '../use-case/use-case.ts';
import { actOnCustomer } from './customer-actions.ts';
import {
  type CustomerWithPlan,
  eraseCustomer,
  loadCustomer,
  loadCustomerWithPlan,
  placeOfCustomer,
  toCustomer,
  withoutDestroyedBots,
} from './customer-records.ts';
import { listInParts } from './list-in-parts.ts';

export interface CustomerListRequest extends v.InferInput<typeof customerListSchema> {}

type BotAssignmentRequest = v.InferInput<typeof botAssignmentSchema>;

/** Changed attributes of a customer. An absent one, or `null`, stays; an empty text clears it. */
export interface CustomerEdit extends v.InferInput<typeof customerEditSchema> {}

/**
 * Customers of the brand in the workspaces of the caller, each by its number.
 *
 * @throws {EngineError} `customer_not_found` on every method that takes a customer whom the caller cannot see.
 */
export interface Customers {
  /**
   * By ascending number.
   *
   * @throws {EngineError} `too_many_requests` when too many searches of the brand wait already.
   */
  list(request?: CustomerListRequest): Promise<Slice<Customer>>;
  /**
   * Lists in parts of about a quarter of a mebibyte of Fields, so that a page of customers with many Fields need not be
   * in memory as a whole.
   */
  listInParts(request?: CustomerListRequest): Promise<SliceInParts<Customer>>;
  /** Reads one customer with its Fields. */
  get(customer: number): Promise<Customer>;
  /**
   * Writes the given members, by their names in the wire format. An absent or `null` member stays unchanged; an empty
   * text clears it.
   *
   * @throws {EngineError} `invalid_parameters`, also for an unknown member and when there is no member.
   */
  update(customer: number, edit: CustomerEdit): Promise<Customer>;
  /** Deletes the customer with messages, conversation and the bodies of deliveries. */
  delete(customer: number): Promise<void>;
  /** Causes the event message `archive`, unless the customer is archived already. */
  archive(customer: number): Promise<Customer>;
  /** Causes the event message `unarchive`, unless the customer is not archived. */
  unarchive(customer: number): Promise<Customer>;
  /** Refuses further messages of the customer with `customer_blocked`, and launches of bots. */
  block(customer: number): Promise<Customer>;
  /** Accepts messages of the customer again. */
  unblock(customer: number): Promise<Customer>;
  /** Records that the customer agrees to unsolicited messages. Nothing is sent. */
  optIn(customer: number): Promise<Customer>;
  /** Records that the customer no longer agrees to unsolicited messages. Nothing is sent. */
  optOut(customer: number): Promise<Customer>;
  /**
   * Assigns an agent in place of the present agent or bot, and ends the conversation with a bot.
   *
   * @param agentId - Default: the caller.
   * @throws {EngineError} `agent_not_found`
   */
  assign(customer: number, agentId?: number): Promise<Customer>;
  /**
   * Assigns a bot in place of the present agent or bot. It begins with the customer's next message; with `launch`
   * immediately.
   *
   * @throws {EngineError} `bot_not_found` for a bot that is absent or in the trash.
   */
  assignBot(customer: number, botNumber: number, options?: BotAssignmentRequest): Promise<Customer>;
  /** Leaves the customer without agent and bot, and ends the conversation with a bot. */
  unassign(customer: number): Promise<Customer>;
  /**
   * Reads one Field by its exact name.
   *
   * @throws {EngineError} `field_not_found`
   */
  getField(customer: number, name: string): Promise<Field>;
  /**
   * Writes one Field, new or in place of the present one.
   *
   * @throws {EngineError} `invalid_parameters`
   */
  setField(customer: number, name: string, field: Field): Promise<Field>;
  /**
   * Removes one Field.
   *
   * @throws {EngineError} `field_not_found`
   */
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

/** The use-cases of the customers that a caller can see. */
export function customers(parts: EngineParts, caller: Caller): Customers {
  return permitted(caller, customerPermissions, {
    ...customerLists(parts, caller),
    ...customerChanges(parts, caller),
    ...customerActions(parts, caller),
  });
}

function customerLists(
  parts: EngineParts,
  caller: Caller,
): Pick<Customers, 'list' | 'listInParts' | 'get' | 'getField'> {
  const { brand, workspaces } = caller.principal;
  const reads = parts.storage.reads(brand);

  async function* partsOf(
    request: CustomerListRequest,
    fieldBytes?: number,
  ): AsyncGenerator<Slice<Customer>, void, undefined> {
    const read = readInput(customerListSchema, request ?? {});
    const { channel, searchBy: by, search: text, offset, limit, ...rest } = read;
    const filter = { ...rest, ...(channel !== undefined && { channelNumber: channel }), workspaces };
    const search = by !== undefined && text !== undefined ? { by, text } : undefined;
    const lists = { ...parts, brand, reads };
    for await (const { items, total } of listInParts(lists, { filter, search, offset, limit }, fieldBytes)) {
      yield { items: (await reads.run(withoutDestroyedBots(items))).map(toCustomer), total };
    }
  }

  return {
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
      return toCustomer(await reads.run(loadCustomer(caller, number)));
    },

    /** @spec CU28, CU38 */
    async getField(number, name) {
      const { fields } = await reads.run(loadCustomer(caller, number));
      return requireField(fields, name);
    },
  };
}

function customerChanges(
  { storage, clock, limits }: EngineParts,
  caller: Caller,
): Pick<Customers, 'update' | 'delete' | 'setField' | 'deleteField'> {
  const { execute } = brandStorage(storage, caller);

  /** @param decide - The change, and the answer to the caller. */
  const changeCustomer = <T>(
    number: number,
    decide: (customer: CustomerRecord) => { readonly change: CustomerChange; readonly answer: T },
  ): Promise<T> =>
    execute(function* ({ operations, events }) {
      const customer = yield* loadCustomer(caller, number);
      const { change, answer } = decide(customer);
      operations.push({ kind: 'updateCustomer', number: customer.number, change });
      events.push({ type: 'customer.changed', ...placeOfCustomer(customer) });
      return answer;
    });

  return {
    /** @spec CU28, CU40, CU41 */
    update: async (number, edit) =>
      changeCustomer(number, (customer) => {
        const change = readInput(customerEditSchema, edit);
        return { change, answer: toCustomer(applyCustomerChange(customer, change)) };
      }),

    /** @spec CU28, CU37 */
    delete: async (number) =>
      execute(function* (changes) {
        eraseCustomer({ clock }, changes, yield* loadCustomer(caller, number));
      }),

    /** @spec CU8, CU9, CU10, CU28, CU39, CU40, CU61 */
    setField: async (number, name, field) =>
      changeCustomer(number, ({ fields: before }) => {
        const nameFault = fieldNameFault(name);
        if (nameFault !== undefined) throw invalidParameters('name', nameFault);
        const bounds = fieldBoundsOf(limits);
        const present = Object.hasOwn(before, name) ? before[name] : undefined;
        const written = readInput(fieldSchema(name, { bounds, present }), field);
        const fields = writeFields(before, [[name, written]]);
        requireFieldBounds(bounds, { before, after: fields, names: [name], fieldOf: () => 'value' });
        return { change: { fields }, answer: written };
      }),

    /** @spec CU28, CU38, CU45 */
    deleteField: async (number, name) =>
      changeCustomer(number, ({ fields }) => {
        requireField(fields, name);
        return { change: { fields: writeFields(fields, [[name, undefined]]) }, answer: undefined };
      }),
  };
}

type CustomerActions = Pick<
  Customers,
  'archive' | 'unarchive' | 'block' | 'unblock' | 'optIn' | 'optOut' | 'assign' | 'assignBot' | 'unassign'
>;

function customerActions(parts: EngineParts, caller: Caller): CustomerActions {
  const { storage, plans, agents, clock } = parts;
  const { brand, person } = caller.principal;
  const { execute } = brandStorage(storage, caller);

  /** @param take - Takes the action, and returns the customer after it. */
  async function act(
    number: number,
    take: (changes: Changes, acted: CustomerWithPlan) => Part<CustomerRecord>,
  ): Promise<Customer> {
    const loadPlan = await plans.loadPlan(brand);
    return execute(function* (changes) {
      return toCustomer(yield* take(changes, yield* loadCustomerWithPlan(caller, number, loadPlan)));
    });
  }

  /** @spec CU15, CU16, CU20, CU30, CU43 */
  const setStatus = (kind: 'archive' | 'unarchive' | 'block' | 'unblock' | 'opt_in' | 'opt_out') => (number: number) =>
    act(number, (changes, acted) => actOnCustomer(parts, changes, acted, { kind }));

  /** Ends the conversation with a bot when the customer is assigned to somebody else. @spec CU35 */
  function* handOver(changes: Changes, acted: CustomerWithPlan, action: CustomerAction): Part<CustomerRecord> {
    const after = yield* actOnCustomer(parts, changes, acted, action);
    if (after !== acted.customer) enqueue(changes, after, { kind: 'taken_over' });
    return after;
  }

  function enqueue({ operations }: Changes, { number: customer }: CustomerRecord, item: InboxItem): void {
    operations.push({ kind: 'enqueue', customer, item, at: clock.now() });
  }

  return {
    archive: setStatus('archive'),
    unarchive: setStatus('unarchive'),
    block: setStatus('block'),
    unblock: setStatus('unblock'),
    optIn: setStatus('opt_in'),
    optOut: setStatus('opt_out'),

    /** @spec CU17, CU30, CU31, CU35, CU40, CU44 */
    async assign(number, agentId = person) {
      const agent = await findAgent({ agents, ...caller }, agentId);
      return act(number, (changes, acted) => {
        if (agent === undefined) throw new EngineError('agent_not_found');
        return handOver(changes, acted, { kind: 'assign', agentId: agent.id });
      });
    },

    /** @spec CU18, CU21, CU30, CU32, CU33, CU34, CU36, CU40 */
    async assignBot(number, botNumber, options) {
      return act(number, function* (changes, acted) {
        const botId = yield* findBotToAssign(caller, botNumber);
        const { launch, node } = readInput(botAssignmentSchema, options);
        if (launch && acted.customer.blocked) throw new EngineError('customer_blocked');
        const after = yield* actOnCustomer(parts, changes, acted, { kind: 'assign_bot', botId });
        if (launch || after !== acted.customer || node !== undefined) {
          enqueue(changes, after, { kind: launch ? 'start' : 'assigned', ...(node !== undefined && { node }) });
        }
        return after;
      });
    },

    /** @spec CU19, CU30, CU35 */
    async unassign(number) {
      return act(number, (changes, acted) => handOver(changes, acted, { kind: 'unassign' }));
    },
  };
}

/**
 * @returns Its id.
 * @throws {EngineError} `bot_not_found`, `unsupported_builder`, `bot_never_published`
 * @spec CU32, BO29, BO33
 */
function* findBotToAssign(caller: Caller, botNumber: unknown): Part<string> {
  const numbers = typeof botNumber === 'number' && Number.isSafeInteger(botNumber) ? [botNumber] : [];
  const [[linked]] = yield* load({ kind: 'linkedBots', ids: [], numbers });
  const [found] = linked === undefined ? [] : yield* load({ kind: 'bot', id: linked.id });
  const bot = requireVisible(caller, found);
  assertAllowed({ bot, live: liveOf(bot) }, { kind: 'assign_to_customer' });
  return bot.id;
}

/** @throws {EngineError} `field_not_found`, also for a Field that a bot stores under a key that every customer has. */
function requireField(fields: Fields, name: string): Field {
  const field = Object.hasOwn(fields, name) && !isRecordKey(name) ? fields[name] : undefined;
  if (field === undefined) throw new EngineError('field_not_found');
  return field;
}
