import { customerTexts } from '../../domain/customer/customer.ts';
import { foldText } from '../../domain/fold-text.ts';
import type { EndedStep } from '../../ports/conversation-store.ts';
import type { CustomerRecord } from '../../ports/customer-store.ts';
import { get } from '../../ports/record-store.ts';
import { conversations, customers, messages, type StoredCustomer } from '../../records/customers.ts';
import type { Batch } from './batch.ts';
import { changed, type Writing } from './writing.ts';

/**
 * Writes of customers, of their messages, and of the queues.
 *
 * @spec ST65, ST68, ST72, ST74
 */
export const customerWriting: Writing<
  | 'addDeliveries'
  | 'clearDeaths'
  | 'endPending'
  | 'endStep'
  | 'enqueue'
  | 'eraseCustomer'
  | 'eraseDeliveries'
  | 'giveUpStep'
  | 'insertCustomer'
  | 'insertMessage'
  | 'updateCustomer'
> = {
  addDeliveries: {
    write(batch, { deliveries }) {
      if (deliveries.length > 0) batch.add({ do: 'addDeliveries', deliveries });
    },
  },
  clearDeaths: { write: (batch, { customer }) => batch.add({ do: 'settle', customer, clearsDeaths: true }) },
  endPending: { write: (batch, { target, at }) => batch.add({ do: 'endDeliveries', of: { target }, at }) },
  endStep: {
    write(batch, { customer, worker, step }) {
      putConversation(batch, step);
      batch.add({ do: 'settle', customer, ...settled(step), worker });
    },
  },
  enqueue: {
    write(batch, { kind: _, ...queued }) {
      batch.add({ do: 'enqueue', ...queued });
    },
  },
  eraseCustomer: {
    write(batch, { number, at }) {
      batch.add({ do: 'endDeliveries', of: { customer: number }, at });
      batch.delete(customers, { number });
    },
  },
  eraseDeliveries: { write: (batch, { botId, at }) => batch.add({ do: 'endDeliveries', of: { bot: botId }, at }) },
  giveUpStep: {
    write(batch, { customer, step }) {
      putConversation(batch, step);
      batch.add({ do: 'settle', customer, ...settled(step), clearsDeaths: true });
    },
  },
  insertCustomer: { write: (batch, { customer }) => batch.put(customers, storedCustomer(customer)) },
  insertMessage: {
    write(batch, { customer, message }) {
      batch.put(messages, { ...message, customerNumber: customer });
    },
  },
  updateCustomer: {
    needs: ({ number }) => [{ ...get(customers, { number }), expect: true }],
    write(batch, { number, change }) {
      const customer = batch.find(customers, { number });
      if (customer === undefined) throw new Error('The brand has no such customer.');
      const next: StoredCustomer = changed(customer, change);
      const isRenamed = customerTexts.some((text) => text in change);
      batch.put(customers, isRenamed ? storedCustomer(next) : next);
    },
  },
};

function putConversation(batch: Batch, { record }: EndedStep): void {
  if (record !== undefined) batch.put(conversations, record);
}

function settled({ record, entry }: EndedStep) {
  return {
    ...(entry !== undefined && { entry }),
    ...(record !== undefined && { effects: record.effectsJson !== undefined }),
  };
}

/** Adds the folded texts in which searches look. @spec CU50 */
function storedCustomer(customer: CustomerRecord): StoredCustomer {
  const { name, email, phone, token = '' } = customer;
  return {
    ...customer,
    folded_name: foldText(name),
    folded_email: foldText(email),
    folded_phone: foldText(phone),
    folded_token: foldText(token),
  };
}
