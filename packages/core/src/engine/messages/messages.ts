import { faultMessages } from '../../domain/inputs/fault-messages.ts';
import { type AgentSend, agentSends } from '../../domain/inputs/messages.ts';
import type { Message } from '../../domain/message/message.ts';
import { type OffsetRange, type OffsetRequest, offsetSchema } from '../../domain/paging/offset.ts';
import type { Slice } from '../../domain/paging/page.ts';
import { utf8Length } from '../../domain/text.ts';
import { brandStorage } from '../brand-storage.ts';
import { type Caller, findAgent, type PermissionsOf, permitted } from '../caller.ts';
import { loadCustomer, loadCustomerWithPlan } from '../customers/customer-records.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { invalidParameters, readInput } from '../read-input.ts';
import { partBytes, type SliceInParts, startParts } from '../slice-in-parts.ts';
import type { ListMessages } from './messages-after.ts';
import { loadPlace, planMessages } from './record-messages.ts';

/**
 * Messages with a customer, by the number of the customer.
 *
 * @throws {EngineError} `customer_not_found` for a customer whom the caller cannot see.
 */
export interface Messages {
  /** Sends a message of the caller, as an agent: the members of `send_text`, `send_image`, `send_location`. */
  send(customer: number, kind: AgentSend, body: unknown): Promise<Message>;
  /** Newest first. */
  list(customer: number, request?: OffsetRequest): Promise<Slice<Message>>;
  /**
   * Lists in parts of about a quarter of a mebibyte, so that a page of long messages need not be in memory as a whole.
   */
  listInParts(customer: number, request?: OffsetRequest): Promise<SliceInParts<Message>>;
}

export const messagePermissions: PermissionsOf<Messages> = {
  send: 'anyone',
  list: 'anyone',
  listInParts: 'anyone',
};

/** The use-cases of the messages of the customers that a caller can see. */
export function messages(parts: EngineParts, caller: Caller): Messages {
  const { storage, agents, plans, sendSchemas } = parts;
  const { load: read, run, execute } = brandStorage(storage, caller);
  const { brand, person } = caller.principal;

  return permitted(caller, messagePermissions, {
    /** @spec CU28, CU40, MS14, MS15, MS16, MS40, MS41, MS42, MS44, MS46 */
    async send(number, kind, body) {
      const { name, email } = (await findAgent({ agents, ...caller }, person)) ?? { name: '', email: '' };
      const loadPlan = await plans.loadPlan(brand);

      return execute(function* (changes) {
        const { customer, plan } = yield* loadCustomerWithPlan(caller, number, loadPlan);
        if (customer.blocked) throw new EngineError('customer_blocked');
        if (!agentSends.includes(kind)) throw invalidParameters('kind', faultMessages.oneOf(agentSends));
        const content = readInput(sendSchemas.agent[kind], body);
        const sender = { id: person, name, type: 'agent' } as const;
        const place = yield* loadPlace(customer, plan);
        const sent = { content, sender, agent: { name, email } };
        const [message] = planMessages(parts, changes, place, [sent]).messages;
        if (message === undefined) throw new Error('A message that was sent is not recorded.');
        return message;
      });
    },

    /** @spec CU28, MS43, PA6, PA7 */
    async list(number, request = {}) {
      const customer = await run(loadCustomer(caller, number));
      const range = readInput(offsetSchema, request ?? {});
      return read({ kind: 'messages', customer: customer.number, range });
    },

    /** @spec CU28, MS50, PA6, PA7 */
    async listInParts(number, request = {}) {
      const customer = await run(loadCustomer(caller, number));
      const range = readInput(offsetSchema, request ?? {});
      return startParts(
        messageParts((part) => read({ kind: 'messages', customer: customer.number, range: part }), range),
        range,
      );
    },
  });
}

/** The number of messages in the first read, when their length is unknown, and the growth factor of later reads. */
const firstRead = 20;
const readGrowth = 4;

/**
 * Reads the newest messages in parts. New messages move the others in the list, but not in the read parts.
 *
 * @spec MS50
 */
async function* messageParts(
  list: ListMessages,
  { offset, limit }: OffsetRange,
): AsyncGenerator<Slice<Message>, void, undefined> {
  let [read, came, last, bytes] = [0, 0, Number.POSITIVE_INFINITY, 0];
  let part: Message[] = [];
  let atFirst: number | undefined;
  for (let next = Math.min(limit, firstRead); ; ) {
    const { items, total } = await list({ offset: offset + read + came, limit: next });
    atFirst ??= total;
    came = Math.max(0, total - atFirst);
    for (const message of items) {
      if (message.seq >= last) continue;
      part.push(message);
      bytes += utf8Length(JSON.stringify(message.data));
      last = message.seq;
      read += 1;
    }
    const isEnd = items.length === 0 || read >= limit || offset + read >= atFirst;
    if (isEnd || bytes >= partBytes) {
      yield { items: part, total: atFirst };
      if (isEnd) return;
    }
    const fitting = part.length === 0 ? next : Math.ceil((partBytes * part.length) / (bytes + 1));
    if (bytes >= partBytes) [part, bytes] = [[], 0];
    next = Math.max(1, Math.min(limit - read, next * readGrowth, fitting));
  }
}
