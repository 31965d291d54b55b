import { faultMessages } from '../../domain/inputs/fault-messages.ts';
import { type AgentSend, agentSends, type SendSchemas } from '../../domain/inputs/messages.ts';
import type { Message } from '../../domain/message/message.ts';
import { type OffsetRequest, offsetSchema } from '../../domain/paging/offset.ts';
import type { Slice } from '../../domain/paging/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AgentDirectory } from '../../ports/host-directories.ts';
import type { IdSource } from '../../ports/id-source.ts';
import { brandStorage } from '../brand-storage.ts';
import { type Caller, findAgent, type PermissionsOf, permitted } from '../caller.ts';
import { channelOf } from '../channels/channel-records.ts';
import { findCustomer, lockCustomer } from '../customers/customer-records.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import type { BrandPlans } from '../hook-plans.ts';
import type { EngineLimits } from '../limits.ts';
import { invalidParameters, readInput } from '../read-input.ts';
import { recordMessages } from './record-messages.ts';

/** @throws {EngineError} `customer_not_found` for a customer whom the caller cannot see. */
export interface Messages {
  /** Sends a message of the caller, as an agent: the members of `send_text`, `send_image`, `send_location`. */
  send(customer: number, kind: AgentSend, body: unknown): Promise<Message>;
  /** Newest first. */
  list(customer: number, request?: OffsetRequest): Promise<Slice<Message>>;
}

export const messagePermissions: PermissionsOf<Messages> = { send: 'anyone', list: 'anyone' };

export interface MessageDependencies {
  readonly storage: EngineStorage;
  readonly agents: AgentDirectory;
  readonly plans: BrandPlans;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly limits: EngineLimits;
  readonly sendSchemas: SendSchemas;
}

/** The use-cases of the messages of the customers that a caller can see. */
export function messages(dependencies: MessageDependencies, caller: Caller): Messages {
  const { storage, agents, plans, sendSchemas } = dependencies;
  const { reader, commit } = brandStorage(storage, caller);
  const { brand, person } = caller.principal;

  return permitted(caller, messagePermissions, {
    /** @spec CU28, CU40, MS14, MS15, MS16, MS40, MS41, MS42, MS44, MS46 */
    async send(number, kind, body) {
      const { name, email } = (await findAgent({ agents, ...caller }, person)) ?? { name: '', email: '' };
      const readPlan = await plans.readPlan(brand);

      return commit(async (tx) => {
        const customer = await lockCustomer(caller, tx, number);
        if (customer.blocked) throw new EngineError('customer_blocked');
        if (!agentSends.includes(kind)) throw invalidParameters('kind', faultMessages.oneOf(agentSends));
        const content = readInput(sendSchemas.agent[kind], body);
        const sender = { id: person, name, type: 'agent' } as const;
        const [channel, plan] = await Promise.all([channelOf(tx, customer), readPlan(tx)]);
        const sent = { content, sender, agent: { name, email } };
        const { messages: recorded } = await recordMessages(dependencies, tx, { customer, channel, plan }, [sent]);
        const [message] = recorded;
        if (message === undefined) throw new Error('A message that was sent is not recorded.');
        return message;
      });
    },

    /** @spec CU28, MS43, PA6, PA7 */
    async list(number, request = {}) {
      const from = reader();
      const customer = await findCustomer(caller, from, number);
      return from.messages.list(customer.number, readInput(offsetSchema, request ?? {}));
    },
  });
}
