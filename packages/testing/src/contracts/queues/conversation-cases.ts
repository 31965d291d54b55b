import { deepEqual, equal } from 'node:assert/strict';
import type { BatchOperation, ConversationClaim, InboxItem, Program, Storage } from '@botwright/core/ports';
import { casesNeeding, casesOf } from '../contract.ts';
import { atOnce, put, remove } from '../records/samples.ts';
import {
  askIn,
  brand,
  claimAll,
  commit,
  deleteCustomer,
  dropFirst,
  enqueue,
  firstEntry,
  isLeasedTo,
  lease,
  otherBrand,
  push,
  putBot,
  putChannel,
  putCustomers,
  setEffects,
  settled,
  store,
  storeInVain,
} from './samples.ts';

const start: InboxItem = { kind: 'start' };
const hello: InboxItem = { kind: 'message', message: { type: 'text', text: 'Hällo \u{1f916}', payload: '$yes' } };

const holder = { worker: 'w1', leaseUntil: 1_000 } as const;

const always = casesOf({
  async '[CQ1] entries come first in, first out, each until it is dropped'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    const result: InboxItem = {
      kind: 'result',
      effect: 'e1',
      outcome: { ok: true, value: { status: 200, body: [null] } },
    };
    const items: readonly InboxItem[] = [hello, { kind: 'start', node: 'n1' }, { kind: 'taken_over' }, result];
    await store(
      storage,
      items.slice(0, 2).map((item, index) => enqueue(customer, item, 10 - index)),
    );
    for (const [index, item] of items.entries()) if (index > 1) await push(storage, customer, item, 10 - index);

    const numbers: number[] = [];
    for (const [index, item] of items.entries()) {
      const entry = await firstEntry(storage, customer);
      deepEqual(entry, { number: entry?.number, item, at: 10 - index });
      numbers.push(entry?.number ?? 0);
      for (let time = 0; time < 2; time += 1) {
        await store(storage, [{ do: 'settle', customer, entry: entry?.number ?? 0 }]);
      }
    }
    equal(await firstEntry(storage, customer), undefined);
    await push(storage, customer, start, 1);
    numbers.push((await firstEntry(storage, customer))?.number ?? 0);
    deepEqual(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
    );
  },
  async '[CQ1] an entry is dropped from the inbox of its customer alone'({ storage }) {
    const [customer, other] = await putCustomers(storage, 2);
    await push(storage, customer, hello, 1);
    const entry = await firstEntry(storage, customer);
    await store(storage, [{ do: 'settle', customer: other, entry: entry?.number ?? 0 }]);
    deepEqual(await firstEntry(storage, customer), entry);
  },
  async '[CQ2] a batch that conflicts adds no entry and drops none'({ storage }) {
    const [first, second] = await putCustomers(storage, 2);
    await push(storage, second, hello, 1);
    const entry = await firstEntry(storage, second);
    await storeInVain(storage, [
      enqueue(first, start, 1),
      { do: 'settle', customer: second, entry: entry?.number ?? 0, effects: true },
    ]);
    deepEqual(await claim(storage, { work: 'effects' }), []);
    deepEqual(await claim(storage), [second]);
    deepEqual([await firstEntry(storage, first), await firstEntry(storage, second)], [undefined, entry]);
  },
  async '[CQ2] an entry is there with the records of its batch, also those of a new customer, and neither without the other'({
    storage,
  }) {
    const [channelNumber, known = 0] = await putChannel(storage, 1);
    const { record } = await askIn<{ record: object }>(storage, { do: 'get', kind: 'customer', key: [known] });
    const customer = { ...record, number: known + 1_000, channelNumber };
    const state = { customerNumber: known + 1_000, stateJson: '{}' };
    const batch = [put('customer', customer), enqueue(known + 1_000, hello, 1), put('conversation', state)];
    await storeInVain(storage, batch);
    equal(await askIn(storage, { do: 'get', kind: 'customer', key: [known + 1_000] }), undefined);
    equal(await firstEntry(storage, known + 1_000), undefined);
    await store(storage, batch);
    const [stored, entry] = await storage.read({ brand }, [
      { do: 'get', kind: 'conversation', key: [known + 1_000] },
      { do: 'inbox', customer: known + 1_000 },
    ]);
    equal((stored as { record: typeof state }).record.stateJson, '{}');
    deepEqual((entry as { item: InboxItem }).item, hello);
    deepEqual(await claim(storage), [known + 1_000]);
  },
  async '[CQ4] nothing is added to the inbox of a customer that the brand does not have'({ storage }) {
    const [customer, gone] = await putCustomers(storage, 2);
    await deleteCustomer(storage, gone);
    equal(await commit(storage, [enqueue(gone, hello, 1)]), 'conflict');
    equal(await commit(storage, [enqueue(customer, hello, 1)], otherBrand), 'conflict');
    equal(await commit(storage, [enqueue(customer, hello, 1), enqueue(gone, hello, 1, holder)]), 'conflict');
    equal(await firstEntry(storage, customer), undefined);
    for (const name of [brand, otherBrand]) {
      const key = { brand: name, customerNumber: name === brand ? gone : customer };
      equal(await storage.conversationQueue.take(key, lease), 'idle');
    }
    deepEqual(await claim(storage), []);
  },
  async '[CQ20] the first entry that waits is read, in its brand alone'({ storage }) {
    const [customer, other] = await putCustomers(storage, 2);
    equal(await firstEntry(storage, customer), undefined);
    await push(storage, customer, { kind: 'start', node: 'n1' }, 5);
    await push(storage, customer, { kind: 'closed' }, 6);
    const entry = await firstEntry(storage, customer);
    deepEqual([entry?.item, entry?.at], [{ kind: 'start', node: 'n1' }, 5]);
    deepEqual(
      [await firstEntry(storage, other), await firstEntry(storage, customer, otherBrand)],
      [undefined, undefined],
    );
    await dropFirst(storage, customer);
    deepEqual((await firstEntry(storage, customer))?.item, { kind: 'closed' });
    await dropFirst(storage, customer);
    equal(await firstEntry(storage, customer), undefined);
  },
  async '[CQ5] a claim finds customers whose inbox is not empty, or who have effects to be carried out'({ storage }) {
    const [idle, written, waiting, done, emptied] = await putCustomers(storage, 5);
    await push(storage, written, hello, 2);
    await push(storage, written, hello, 3);
    await setEffects(storage, waiting, true);
    await setEffects(storage, done, true);
    await setEffects(storage, done, false);
    await push(storage, emptied, start, 1);
    await dropFirst(storage, emptied);
    await setEffects(storage, idle, false);
    // The record tells the queue nothing.
    await store(storage, [put('conversation', { customerNumber: idle, stateJson: '{}', effectsJson: '[1]' })]);
    deepEqual(await claim(storage), [written]);
    deepEqual(await claim(storage, { work: 'effects' }), [waiting]);
    for (const work of ['step', 'effects'] as const) deepEqual(await claim(storage, { work }), []);
  },
  async '[CQ5] a settlement that names no effects leaves those that wait'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await push(storage, customer, hello, 1);
    await setEffects(storage, customer, true);
    await dropFirst(storage, customer);
    await store(storage, [{ do: 'settle', customer, clearsDeaths: true }]);
    deepEqual(await claim(storage), []);
    deepEqual(await claim(storage, { work: 'effects' }), [customer]);
  },
  async '[CQ5] a customer whose work was finished under a lease is not found when the lease has ended'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await push(storage, customer, start, 1);
    await claim(storage);
    await dropFirst(storage, customer);
    deepEqual(await claim(storage, { now: 5_000, leaseUntil: 6_000 }), []);
    await push(storage, customer, start, 5_500);
    deepEqual(await claim(storage, { now: 5_500, leaseUntil: 6_000 }), [customer]);
  },
  async '[CQ6] customers who have waited longest are claimed first, and no more than asked for'({ storage }) {
    const customers = await putCustomers(storage, 5);
    const [a, b, c, d, e] = customers;
    for (const [customer, at] of [
      [c, 30],
      [a, 10],
      [e, 501],
      [b, 20],
      [d, 40],
      [a, 400],
    ] as const) {
      await push(storage, customer, hello, at);
    }
    deepEqual(await claim(storage, { limit: 2 }), [a, b]);
    deepEqual(await claim(storage, { limit: 0 }), []);
    deepEqual(await claim(storage, { limit: 5 }), [c, d]);
    await dropFirst(storage, a);
    for (const customer of [b, a]) await storage.conversationQueue.release('w1', [{ brand, customerNumber: customer }]);
    deepEqual(await claim(storage), [b, a]);
  },
  async '[CQ7] a leased customer is claimed again when the lease has ended, and not before'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await push(storage, customer, hello, 1);
    deepEqual(await claim(storage), [customer]);
    await push(storage, customer, hello, 2);
    deepEqual(await claim(storage, { worker: 'w2', now: 999, leaseUntil: 2_000 }), []);
    deepEqual(await claim(storage, { worker: 'w2', now: 1_000, leaseUntil: 2_000 }), [customer]);
    deepEqual(await claim(storage, { worker: 'w3', now: 1_999, leaseUntil: 3_000 }), []);
  },
  async '[CQ7] concurrent claims share no customer'({ storage }) {
    const customers = await putCustomers(storage, 12);
    for (const customer of customers) await push(storage, customer, hello, 1);
    const claims = await atOnce(4, (index) => claim(storage, { worker: `w${index}`, limit: 5 }));
    deepEqual(claims.flat().sort(byNumber), [...customers].sort(byNumber));
  },
  async '[CQ8] renewing extends the leases of one worker'({ storage }) {
    const [a, b, c] = await putCustomers(storage, 3);
    for (const [index, customer] of [a, b, c].entries()) await push(storage, customer, hello, index);
    await claim(storage, { limit: 2 });
    await claim(storage, { worker: 'w2' });
    await storage.conversationQueue.renew({ worker: 'w1', leaseUntil: 3_000 });
    deepEqual(await claim(storage, { worker: 'w3', now: 2_999, leaseUntil: 3_000 }), [c]);
    const late = await claim(storage, { worker: 'w4', now: 3_000, leaseUntil: 4_000 });
    deepEqual(late.sort(byNumber), [a, b, c].sort(byNumber));
  },
  async '[CQ9] a released customer is found when there is more work, not before the moment given'({ storage }) {
    const [more, nothing, later] = await putCustomers(storage, 3);
    for (const customer of [more, nothing, later]) await push(storage, customer, hello, 1);
    await claim(storage);
    await dropFirst(storage, nothing);
    await push(storage, more, hello, 2);
    await storage.conversationQueue.release('w1', [{ brand, customerNumber: more }]);
    await storage.conversationQueue.release('w1', [{ brand, customerNumber: nothing }]);
    await storage.conversationQueue.release('w1', [{ brand, customerNumber: later }], 700);
    deepEqual(await claim(storage, { now: 699 }), [more]);
    deepEqual(await claim(storage, { now: 700 }), [later]);
    await push(storage, nothing, hello, 3);
    deepEqual(await claim(storage), [nothing]);
  },
  async '[CQ9] a worker that names no conversation releases all of its own'({ storage }) {
    const [first, second, others] = await putCustomers(storage, 3);
    for (const customer of [first, second]) await push(storage, customer, hello, 1);
    await claim(storage);
    await push(storage, others, hello, 1);
    await claim(storage, { worker: 'w2' });
    await storage.conversationQueue.release('w1');
    deepEqual((await claim(storage, { worker: 'w3' })).sort(byNumber), [first, second].sort(byNumber));
  },
  async '[CQ9] only the worker with the lease releases it'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await push(storage, customer, hello, 1);
    await claim(storage);
    await storage.conversationQueue.release('w2', [{ brand, customerNumber: customer }]);
    await storage.conversationQueue.release('w1', [{ brand: otherBrand, customerNumber: customer }]);
    deepEqual(await claim(storage), []);
  },
  async '[CQ10] a worker has the lease of a customer until it is released or claimed by another'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    const hasLease = (worker: string) => isLeasedTo(storage, customer, worker);
    await push(storage, customer, hello, 1);
    equal(await hasLease('w1'), false);
    await claim(storage);
    deepEqual([await hasLease('w1'), await hasLease('w2')], [true, false]);
    equal(await askIn(storage, { do: 'lease', customer, worker: 'w1' }, otherBrand), false);
    await claim(storage, { worker: 'w2', now: 1_000, leaseUntil: 2_000 });
    deepEqual([await hasLease('w1'), await hasLease('w2')], [false, true]);
    await storage.conversationQueue.release('w2', [{ brand, customerNumber: customer }]);
    equal(await hasLease('w2'), false);
  },
  async '[CQ10] a batch on condition of the lease is committed for the worker that has it, and for no other'({
    storage,
  }) {
    const [customer, other] = await putCustomers(storage, 2);
    await push(storage, customer, hello, 1);
    const write = async (stateJson: string, worker: string, of = customer, name = brand) => {
      const operations = [put('conversation', { customerNumber: customer, stateJson }), enqueue(customer, start, 2)];
      const conditions = [{ lease: { customer: of, worker } }];
      return (await storage.commit({ brand: name }, { conditions, operations })).kind;
    };
    equal(await write('1', 'w1'), 'conflict');
    equal(await askIn(storage, { do: 'get', kind: 'conversation', key: [customer] }), undefined);
    await claim(storage);
    deepEqual(
      [await write('2', 'w1'), await write('3', 'w2'), await write('4', 'w1', other)],
      ['committed', 'conflict', 'conflict'],
    );
    equal(await write('5', 'w1', customer, otherBrand), 'conflict');
    await claim(storage, { worker: 'w2', now: 1_000, leaseUntil: 2_000 });
    deepEqual([await write('6', 'w1'), await write('7', 'w2')], ['conflict', 'committed']);
    await storage.conversationQueue.release('w2', [{ brand, customerNumber: customer }]);
    equal(await write('8', 'w2'), 'conflict');
    const found = await askIn<{ record: { stateJson: string } }>(storage, {
      do: 'get',
      kind: 'conversation',
      key: [customer],
    });
    equal(found.record.stateJson, '7');
    // The first entry, and one of each batch that was committed.
    for (let entry = 0; entry < 3; entry += 1) await dropFirst(storage, customer);
    equal(await firstEntry(storage, customer), undefined);
  },
  async '[CQ11] one customer can be taken out of turn'({ storage }) {
    const [customer, other] = await putCustomers(storage, 2);
    const take = (worker: string, now = 500, of = brand) =>
      storage.conversationQueue.take({ brand: of, customerNumber: customer }, { worker, now, leaseUntil: now + 500 });
    equal(await take('w1'), 'idle');
    await push(storage, other, hello, 1);
    await push(storage, customer, hello, 9_000);
    equal(await take('w1', 500, otherBrand), 'idle');
    deepEqual(await take('w1'), { brand, customerNumber: customer, deaths: 0 });
    deepEqual(await claim(storage), [other]);
    equal(await take('w2', 999), 'busy');
    deepEqual(await take('w2', 1_000), { brand, customerNumber: customer, deaths: 1 });
    equal(await isLeasedTo(storage, customer, 'w2'), true);
    await dropFirst(storage, customer);
    equal(await take('w3', 9_999), 'idle');
  },
  async '[CQ12] recovering ends every lease'({ storage }) {
    const [a, b, done] = await putCustomers(storage, 3);
    for (const [index, customer] of [a, b, done].entries()) await push(storage, customer, hello, index);
    await claim(storage, { limit: 1 });
    await claim(storage, { worker: 'w2' });
    await dropFirst(storage, done);
    await storage.conversationQueue.recover();
    equal(await isLeasedTo(storage, a, 'w1'), false);
    deepEqual(await claim(storage, { worker: 'w3' }), [a, b]);
  },
  async '[CQ13] a deleted customer leaves no conversation, no inbox and no lease'({ storage }) {
    const [gone, leased, stays] = await putCustomers(storage, 3);
    for (const customer of [gone, leased, stays]) {
      await push(storage, customer, hello, customer === leased ? 1 : 2);
      const record = { customerNumber: customer, stateJson: '{}', effectsJson: '[]' };
      await store(storage, [put('conversation', record), { do: 'settle', customer, effects: true }]);
    }
    const work = 'effects';
    await claim(storage, { work, limit: 1 });
    for (const customer of [gone, leased]) {
      await deleteCustomer(storage, customer);
      equal(await askIn(storage, { do: 'get', kind: 'conversation', key: [customer] }), undefined);
      equal(await firstEntry(storage, customer), undefined);
      equal(await isLeasedTo(storage, customer, 'w1'), false);
    }
    deepEqual(await claim(storage, { work, worker: 'w2', now: 5_000, leaseUntil: 6_000 }), [stays]);
  },
  async '[CQ13] a deleted bot or channel leaves no inbox and no lease of its customers'({ storage }) {
    await putBot(storage, 'b1');
    const [, ofBot = 0] = await putChannel(storage, 1, { botId: 'b1' });
    const [channel = 0, ofChannel = 0] = await putChannel(storage, 1);
    const [, stays = 0] = await putChannel(storage, 1, { defaultBot: 'b1' });
    const [elsewhere] = await putCustomers(storage, 1, { brandName: otherBrand });
    for (const customer of [ofBot, ofChannel, stays]) await push(storage, customer, hello, 1);
    await store(storage, [enqueue(elsewhere, hello, 1)], otherBrand);
    await storage.conversationQueue.take({ brand, customerNumber: ofBot }, lease);
    await store(storage, [remove('bot', 'b1'), remove('channel', channel)]);
    for (const customer of [ofBot, ofChannel]) {
      equal(await firstEntry(storage, customer), undefined);
      equal(await isLeasedTo(storage, customer, 'w1'), false);
      equal(await storage.conversationQueue.take({ brand, customerNumber: customer }, lease), 'idle');
    }
    deepEqual(
      (await claimAll(storage, { now: 5_000, leaseUntil: 6_000 })).map(({ customerNumber }) => customerNumber),
      [stays, elsewhere],
    );
  },
  async '[CQ19] a settlement releases a customer that has no work left, and no other'({ storage }) {
    const [done, more, effects, foreign, refused] = await putCustomers(storage, 5);
    const customers = [done, more, effects, foreign, refused];
    for (const customer of customers) await push(storage, customer, hello, 1);
    await push(storage, more, hello, 2);
    deepEqual((await claim(storage)).sort(byNumber), [...customers].sort(byNumber));
    const finish = async (customer: number, worker: string) => {
      const end = { ...(await settled(storage, customer, worker)), effects: customer === effects };
      return (await store(storage, [end])).isFinished === true;
    };
    equal(await finish(done, 'w1'), true);
    equal(await finish(more, 'w1'), false);
    equal(await finish(effects, 'w1'), false);
    equal(await finish(foreign, 'w2'), false);
    await storeInVain(storage, [await settled(storage, refused)]);
    const leased: number[] = [];
    for (const customer of customers) if (await isLeasedTo(storage, customer, 'w1')) leased.push(customer);
    deepEqual(leased, [more, effects, foreign, refused]);
    await push(storage, done, hello, 3);
    deepEqual(await claimAll(storage, { worker: 'w2' }), [{ brand, customerNumber: done, deaths: 0 }]);
  },
  async '[CQ19] what is added after the release, in the same batch or by others, is found'({ storage }) {
    const [same, ...others] = await putCustomers(storage, 5);
    for (const customer of [same, ...others]) await push(storage, customer, hello, 1);
    await claim(storage);
    equal((await store(storage, [await settled(storage, same), enqueue(same, hello, 2)])).isFinished, true);
    deepEqual(await claim(storage, { worker: 'w2' }), [same]);
    // Nobody has to look for the entry again, whether it comes before or after the release.
    const found: number[] = [];
    await Promise.all(
      others.flatMap((customer) => [
        settled(storage, customer).then(async (each) => {
          if ((await store(storage, [each])).isFinished !== true) found.push(customer);
        }),
        push(storage, customer, hello, 2),
      ]),
    );
    for (const customer of found) await storage.conversationQueue.release('w1', [{ brand, customerNumber: customer }]);
    deepEqual((await claim(storage, { worker: 'w3' })).sort(byNumber), [...others].sort(byNumber));
  },
  async '[CQ19] a batch that adds an entry and settles the one before keeps the lease'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await push(storage, customer, hello, 1);
    await claim(storage);
    const end = await settled(storage, customer);
    deepEqual(await store(storage, [enqueue(customer, start, 2), end]), { kind: 'committed' });
    equal(await isLeasedTo(storage, customer, 'w1'), true);
    deepEqual((await firstEntry(storage, customer))?.item, start);
  },
  async '[CQ21] an entry for a worker leases a customer that had no work, and no other'({ storage }) {
    const [idle, waiting, leased, withEffects, refused] = await putCustomers(storage, 5);
    const pushed = (customer: number, worker: string) =>
      push(storage, customer, hello, 2, { worker, leaseUntil: lease.leaseUntil });
    await push(storage, leased, hello, 1);
    deepEqual(await claim(storage, { worker: 'w9' }), [leased]);
    await push(storage, waiting, hello, 1);
    await setEffects(storage, withEffects, true);

    equal(await pushed(idle, 'w1'), true);
    equal(await pushed(waiting, 'w1'), false);
    equal(await pushed(leased, 'w9'), false);
    equal(await pushed(withEffects, 'w1'), false);
    // The second entry waits for the worker that has the first.
    equal(await pushed(idle, 'w1'), false);
    await storeInVain(storage, [enqueue(refused, hello, 2, holder)]);
    deepEqual(
      [
        await isLeasedTo(storage, idle, 'w1'),
        await isLeasedTo(storage, idle, 'w2'),
        await isLeasedTo(storage, waiting, 'w1'),
        await isLeasedTo(storage, refused, 'w1'),
      ],
      [true, false, false, false],
    );
    deepEqual(await claim(storage, { worker: 'w2' }), [waiting]);
    await storage.conversationQueue.release('w1', [{ brand, customerNumber: idle }]);
    deepEqual(await claim(storage, { worker: 'w3' }), [idle]);
  },
  async '[CQ21] a lease that came with an entry is extended, ends, and counts a death as one of a claim'({ storage }) {
    const [customer, other] = await putCustomers(storage, 2);
    for (const each of [customer, other]) equal(await push(storage, each, hello, 1, holder), true);
    await storage.conversationQueue.renew({ worker: 'w1', leaseUntil: 2_000 });
    deepEqual(await claim(storage, { worker: 'w2', now: 1_999, leaseUntil: 3_000 }), []);
    const claimed = await claimAll(storage, { worker: 'w2', now: 2_000, leaseUntil: 3_000 });
    deepEqual(
      [...claimed].sort((a, b) => a.customerNumber - b.customerNumber),
      [
        { brand, customerNumber: customer, deaths: 1 },
        { brand, customerNumber: other, deaths: 1 },
      ],
    );
    equal((await store(storage, [await settled(storage, customer, 'w2')])).isFinished, true);
    equal(await push(storage, customer, hello, 2, holder), true);
  },
  async '[CQ21] of entries for several workers at the same time one leases the customer, and a claim does not get it too'({
    storage,
  }) {
    for (const customer of await putCustomers(storage, 6)) {
      const claiming = claim(storage, { worker: 'w9' });
      const leased: readonly boolean[] = await atOnce(3, (index) =>
        push(storage, customer, hello, 1, { worker: `w${index}`, leaseUntil: lease.leaseUntil }),
      );
      equal(leased.filter((isLeased) => isLeased).length, 1);
      deepEqual(await claiming, []);
    }
  },
});

const exclusive = casesNeeding('exclusive', {
  async '[CQ10] a program reads the inbox and the lease, and its operations change both'({ storage }) {
    const [customer] = await putCustomers(storage, 1);
    await push(storage, customer, hello, 1);
    await claim(storage);
    const step = function* (worker: string): Step {
      const [isHeld, entry] = (yield [
        { do: 'lease', customer, worker, expect: true },
        { do: 'inbox', customer },
      ]) as [boolean, { readonly number: number } | undefined];
      if (!isHeld || entry === undefined) return { operations: [] };
      return { operations: [{ do: 'settle', customer, worker, entry: entry.number }] };
    };
    const lost = await storage.exclusive?.({ brand }, () => step('w2'));
    deepEqual(lost, { decision: { operations: [] }, committed: { kind: 'committed' } });
    const ended = await storage.exclusive?.({ brand }, () => step('w1'));
    deepEqual(ended?.committed, { kind: 'committed', isFinished: true });
    equal(await firstEntry(storage, customer), undefined);
  },
});

const durable = casesNeeding('durable', {
  async '[CQ14] state, inbox and leases are there when the store is opened again'(fixture) {
    const [a, b] = await putCustomers(fixture.storage, 2);
    for (const [index, customer] of [a, b].entries()) await push(fixture.storage, customer, hello, index);
    const record = { customerNumber: a, stateJson: '{}', effectsJson: '["e"]' };
    await store(fixture.storage, [put('conversation', record), { do: 'settle', customer: a, effects: true }]);
    await claim(fixture.storage, { work: 'effects', limit: 1 });
    const storage = await fixture.reopen?.();
    if (storage === undefined) throw new Error('A durable store can be opened again.');
    const found = await askIn<{ record: object }>(storage, { do: 'get', kind: 'conversation', key: [a] });
    deepEqual({ ...found.record }, record);
    equal(await isLeasedTo(storage, a, 'w1'), true);
    deepEqual(await claim(storage, { worker: 'w2' }), [b]);
    await storage.conversationQueue.recover();
    deepEqual(await claimAll(storage, { worker: 'w2' }), [{ brand, customerNumber: b, deaths: 1 }]);
    deepEqual(await claimAll(storage, { worker: 'w2', work: 'effects' }), [{ brand, customerNumber: a, deaths: 1 }]);
    deepEqual((await firstEntry(storage, a))?.item, hello);
  },
});

/** The inbox and the leases of conversations. */
export const conversationCases = [...always, ...exclusive, ...durable];

type Step = Program<{ readonly operations: readonly BatchOperation[] }>;

async function claim(storage: Storage, change: Partial<ConversationClaim> = {}): Promise<number[]> {
  const claimed = await claimAll(storage, change);
  for (const each of claimed) equal(each.brand, brand);
  return claimed.map(({ customerNumber }) => customerNumber);
}

function byNumber(a: number, b: number): number {
  return a - b;
}
