import type { Message } from '@botwright/core/conversation';
import type { ConversationQueue, LeaseHolder } from '@botwright/core/ports';
import type { Fail } from './violation.ts';

interface Lease {
  readonly worker: string;
  readonly until: number;
}

interface Talk {
  readonly brand: string;
  lastSeq: number;
  lastAt: number;
  /** The customer's text, with its place. */
  readonly said: Map<string, number>;
  /** The place of the last answered text. */
  answered: number;
  /** Who sent the last message. */
  lastSender: string;
}

/** Follows the leases of conversations, and the texts in them. */
export interface ConversationWatch {
  queue(inner: ConversationQueue): ConversationQueue;
  /** A transaction that has committed leased a customer to a worker, with an entry. */
  leased(customer: number, holder: LeaseHolder): void;
  message(brand: string, customer: number, message: Message): void;
  /** A worker has committed a step. @param isReleased - The lease has ended with it. */
  step(customer: number, worker: string, isReleased: boolean): void;
  /** Conversations of customers. */
  all(): readonly {
    readonly customer: number;
    readonly brand: string;
    readonly lastSeq: number;
    readonly lastSender: string;
  }[];
}

/** The answers of the simulation's bots. */
export const answerPrefix = 'You said ';

export function watchConversations(fail: Fail): ConversationWatch {
  const leases = new Map<number, Lease>();
  const talks = new Map<number, Talk>();

  function take(customer: number, { worker, leaseUntil }: LeaseHolder): void {
    const other = leases.get(customer);
    if (other !== undefined) {
      fail('one_lease', `Customer ${customer} was leased to ${worker}, and ${other.worker} has the lease.`);
    }
    leases.set(customer, { worker, until: leaseUntil });
  }

  function release(customer: number, worker: string): void {
    if (leases.get(customer)?.worker === worker) leases.delete(customer);
  }

  return {
    all: () => [...talks].map(([customer, talk]) => ({ customer, ...talk })),
    queue: (inner) => ({
      ...inner,
      async claim(request) {
        const claimed = await inner.claim(request);
        for (const [customer, { until }] of leases) if (until <= request.now) leases.delete(customer);
        for (const { customerNumber } of claimed) take(customerNumber, request);
        return claimed;
      },
      async take(conversation, request) {
        const taken = await inner.take(conversation, request);
        const { customerNumber } = conversation;
        if (typeof taken === 'string') return taken;
        if ((leases.get(customerNumber)?.until ?? 0) <= request.now) leases.delete(customerNumber);
        take(customerNumber, request);
        return taken;
      },
      async renew(holder) {
        await inner.renew(holder);
        for (const [customer, { worker }] of leases) {
          if (worker === holder.worker) leases.set(customer, { worker, until: holder.leaseUntil });
        }
      },
      async release(worker, conversations, notBefore) {
        await inner.release(worker, conversations, notBefore);
        for (const customer of conversations?.map((each) => each.customerNumber) ?? [...leases.keys()]) {
          release(customer, worker);
        }
      },
      async recover() {
        await inner.recover();
        leases.clear();
      },
    }),
    leased: take,
    step(customer, worker, isReleased) {
      const holder = leases.get(customer)?.worker;
      if (holder !== worker) {
        fail('one_lease', `${worker} committed a step of customer ${customer}, and ${holder} has the lease.`);
      }
      if (isReleased) release(customer, worker);
    },
    message(brand, customer, message) {
      const talk = talks.get(customer) ?? {
        brand,
        lastSeq: 0,
        lastAt: 0,
        said: new Map<string, number>(),
        answered: 0,
        lastSender: '',
      };
      talks.set(customer, talk);
      if (message.seq !== talk.lastSeq + 1 || message.at <= talk.lastAt) {
        fail('messages_in_order', `Message ${message.seq} of customer ${customer} follows ${talk.lastSeq}.`);
      }
      talk.lastSeq = message.seq;
      talk.lastAt = message.at;
      talk.lastSender = message.sender.type;
      if (message.type !== 'text') return;
      const { body } = message.data;
      if (message.sender.type === 'customer') talk.said.set(body, talk.said.size + 1);
      if (message.sender.type !== 'bot' || !body.startsWith(answerPrefix)) return;
      const place = talk.said.get(body.slice(answerPrefix.length)) ?? 0;
      if (place <= talk.answered) {
        fail('answers_in_order', `Customer ${customer} got "${body}" after the answer to message ${talk.answered}.`);
      }
      talk.answered = place;
    },
  };
}
