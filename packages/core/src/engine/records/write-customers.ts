import { type CustomerChange, customerTexts } from '../../domain/customer/customer.ts';
import type { DeliveryTarget } from '../../domain/delivery/delivery-target.ts';
import { foldText } from '../../domain/fold-text.ts';
import type { Message } from '../../domain/message/message.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { EndedStep, InboxItem } from '../../ports/conversation-store.ts';
import type { NewDelivery } from '../../ports/delivery-store.ts';
import { get } from '../../ports/record-store.ts';
import type { LeaseHolder } from '../../ports/work-queue.ts';
import type { CustomerRecord } from '../../records/customers.ts';
import { conversations, customers, messages, type StoredCustomer } from '../../records/customers.ts';
import { type JournalEntry, journals } from '../../records/journals.ts';
import type { Batch } from './batch.ts';
import { changed, written } from './writing.ts';

/**
 * Writes of customers, of their messages, and of the queues.
 *
 * @spec ST65, ST68, ST72, ST74
 */
export const customerWriting = {
  addDeliveries: written<{ readonly deliveries: readonly NewDelivery[] }>({
    write(batch, { deliveries }) {
      if (deliveries.length > 0) batch.add({ do: 'addDeliveries', deliveries });
    },
  }),
  clearDeaths: written<{ readonly customer: number }>({
    write: (batch, { customer }) => batch.add({ do: 'settle', customer, clearsDeaths: true }),
  }),
  /** Ends every pending delivery of the target as disabled. */
  endPending: written<{ readonly target: DeliveryTarget; readonly at: EpochMs }>({
    write: (batch, { target, at }) => batch.add({ do: 'endDeliveries', of: { target }, at }),
  }),
  /** Ends the lease if no work is left. */
  endStep: written<{ readonly customer: number; readonly worker: string; readonly step: EndedStep }>({
    write(batch, { customer, worker, step }) {
      putConversation(batch, step);
      batch.add({ do: 'settle', customer, ...settled(step), worker });
    },
  }),
  /** Adds to the inbox of a customer. With a holder, the customer is leased to it if it had no work. */
  enqueue: written<{
    readonly customer: number;
    readonly item: InboxItem;
    readonly at: EpochMs;
    readonly holder?: LeaseHolder;
  }>({
    write: (batch, { customer, item, at, holder }) =>
      batch.add({ do: 'enqueue', customer, item, at, ...(holder && { holder }) }),
  }),
  /** Erases the customer with its messages, its conversation and the bodies of its deliveries. */
  eraseCustomer: written<{ readonly number: number; readonly at: EpochMs }>({
    write(batch, { number, at }) {
      batch.add({ do: 'endDeliveries', of: { customer: number }, at });
      batch.delete(customers, { number });
    },
  }),
  /** Erases the bodies of deliveries to the bot's customers, and ends the pending ones. */
  eraseDeliveries: written<{ readonly botId: string; readonly at: EpochMs }>({
    write: (batch, { botId, at }) => batch.add({ do: 'endDeliveries', of: { bot: botId }, at }),
  }),
  /** Puts the record and drops the entry of a step that nobody can take; the lease stays. */
  giveUpStep: written<{ readonly customer: number; readonly step: EndedStep }>({
    write(batch, { customer, step }) {
      putConversation(batch, step);
      batch.add({ do: 'settle', customer, ...settled(step), clearsDeaths: true });
    },
  }),
  insertCustomer: written<{ readonly customer: CustomerRecord }>({
    write: (batch, { customer }) => batch.put(customers, storedCustomer(customer)),
  }),
  insertJournalEntry: written<{ readonly entry: JournalEntry }>({
    write: (batch, { entry }) => batch.put(journals, entry),
  }),
  insertMessage: written<{ readonly customer: number; readonly message: Message }>({
    write: (batch, { customer, message }) => batch.put(messages, { ...message, customerNumber: customer }),
  }),
  updateCustomer: written<{ readonly number: number; readonly change: CustomerChange }>({
    needs: ({ number }) => [{ ...get(customers, { number }), expect: true }],
    write(batch, { number, change }) {
      const customer = batch.find(customers, { number });
      if (customer === undefined) throw new Error('The brand has no such customer.');
      const next: StoredCustomer = changed(customer, change);
      const isRenamed = customerTexts.some((text) => text in change);
      batch.put(customers, isRenamed ? storedCustomer(next) : next);
    },
  }),
};

function putConversation(batch: Batch, { record }: EndedStep): void {
  if (record !== undefined) batch.put(conversations, record);
}

function settled({ record, entry, wake }: EndedStep) {
  return {
    ...(wake !== undefined && { wake }),
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
