import { EngineError, isCustomerToken, readInboundSend, type Storage } from '@botwright/core';
import type { ChatEngine } from '@botwright/http';

/** Takes sends in as an engine does, as far as the wire shows it, and works no conversation. */
export function standInChannel(storage: Storage): ChatEngine['channel'] {
  return ({ brand, channelNumber }) => ({
    async send(token, body) {
      const read = readInboundSend(body);
      if (!read.ok) throw new EngineError('invalid_parameters', { faults: read.faults });
      if (!isCustomerToken(token)) {
        throw new EngineError('invalid_parameters', { field: 'customerToken', message: 'Expected a customer token.' });
      }
      return storage.transaction(brand, async (tx) => {
        const present = await tx.customers.claimByToken(channelNumber, token);
        if (present?.blocked) throw new EngineError('customer_blocked');
        const number = present?.number ?? (await insertCustomer(tx, channelNumber, token));
        return { customer: { number, token }, isNew: present === undefined, messageUuid: crypto.randomUUID() };
      });
    },
  });
}

type Transaction = Parameters<Parameters<Storage['transaction']>[1]>[0];

async function insertCustomer(tx: Transaction, channelNumber: number, token: string): Promise<number> {
  const channel = await tx.channels.find(channelNumber);
  if (channel === undefined) throw new Error('There is no such channel.');
  const made = await tx.customers.insert({
    channelNumber,
    workspace: channel.workspace,
    purpose: channel.purpose,
    token,
    name: '',
    email: '',
    phone: '',
    archived: false,
    blocked: false,
    optIn: true,
    registerDate: 0,
    unread: 0,
    lastSeq: 0,
    fields: {},
  });
  if (made === 'token_taken') throw new Error('The token is taken.');
  return made.number;
}
