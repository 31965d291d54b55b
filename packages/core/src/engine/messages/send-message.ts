import type { Message } from '../../domain/message/message.ts';
import { type AgentSend, agentSends, readAgentSend } from '../../domain/message/read-agent-send.ts';
import { findAgent } from '../customers/find-agent.ts';
import { claimCustomer } from '../customers/find-customer.ts';
import { EngineError } from '../engine-error.ts';
import { invalidParameters } from '../input/read-input.ts';
import { takeRead } from '../input/take-read.ts';
import { sendBoundsOf } from '../limits.ts';
import { commit, type Scope } from '../scope.ts';
import { channelOf } from './channel-of.ts';
import { recordMessages } from './record-messages.ts';

/**
 * Says something to a customer as the person who is calling.
 *
 * @spec CU28, CU40, MS14, MS15, MS16, MS40, MS41, MS42, MS44, MS46
 */
export async function sendMessage(scope: Scope, number: number, kind: AgentSend, body: unknown): Promise<Message> {
  const { person, brand } = scope.principal;
  const agent = (await findAgent(scope, person)) ?? { id: person, name: '', email: '' };
  const plan = await scope.plans.planOf(brand);

  return commit(scope, async (tx) => {
    const customer = await claimCustomer(scope, tx, number);
    if (customer.blocked) throw new EngineError('customer_blocked');
    if (!agentSends.includes(kind)) throw invalidParameters('kind', `Expected one of ${agentSends.join(', ')}.`);
    const content = takeRead(readAgentSend(kind, body, sendBoundsOf(scope.limits)));
    const sender = { id: person, name: agent.name, type: 'agent' } as const;
    const channel = await channelOf(tx, customer);
    const said = { content, sender, agent: { name: agent.name, email: agent.email } };
    const { messages } = await recordMessages(scope, tx, { customer, channel, plan }, [said]);
    const [message] = messages;
    if (message === undefined) throw new Error('A message that was said is not recorded.');
    return message;
  });
}
