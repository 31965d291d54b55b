import { deepEqual, equal } from 'node:assert/strict';
import { casesOf } from '../contract.ts';
import {
  addDeliveries,
  bounds,
  claim,
  claimNumbers,
  complete,
  delivered,
  endDeliveries,
  findBody,
  hook,
  numberOf,
  retried,
  sampleDelivery,
} from './delivery-samples.ts';
import { otherBrand } from './samples.ts';

/** `size` bytes of UTF-8 in fewer units of UTF-16. */
function bodyOf(size: number, mark: string): string {
  const wide = 'ü'.repeat(Math.floor((size - 3) / 2));
  return `"${mark}${wide}${size % 2 === 0 ? 'x' : ''}"`;
}

/** Shared bodies of deliveries, and the bodies that a claim reads. */
export const deliveryBodyCases = casesOf({
  async '[DQ21] a body that deliveries share stays until the last of them is removed'({ storage }) {
    const body = bodyOf(100, 'a');
    await addDeliveries(
      storage,
      [1, 2, 3].map((number) => sampleDelivery(number, { body, target: hook(number) })),
    );
    await addDeliveries(storage, [sampleDelivery(4, { body })]);
    await addDeliveries(storage, [sampleDelivery(1, { body })], otherBrand);
    const found = () => Promise.all([1, 2, 3, 4].map(async (number) => (await findBody(storage, number)) === body));
    deepEqual(await found(), [true, true, true, true]);

    deepEqual(
      (await claim(storage)).map((each) => each.body),
      [body, body, body, body, body],
    );
    const finishedAt = 2_000;
    for (const number of [1, 3]) {
      await complete(storage, number, { ...delivered, finishedAt });
      equal(await storage.deliveryQueue.prune(finishedAt + 1, 10), 1);
    }
    deepEqual(await found(), [false, true, false, true]);
    await complete(storage, 2, retried(5_000));
    deepEqual(
      (await claim(storage, { now: 6_000 })).map((each) => each.body),
      [body, body, body],
    );
    const attempts = [...retried(5_000).attempts, ...delivered.attempts];
    await complete(storage, 2, { ...delivered, attempts, finishedAt: 6_000 });
    equal(await storage.deliveryQueue.prune(6_001, 10), 1);
    deepEqual(await found(), [false, false, false, true]);
    equal(await findBody(storage, 1, otherBrand), body);

    // The next delivery has a separate body, even if the store reuses an internal number.
    await addDeliveries(storage, [5]);
    equal(await findBody(storage, 5), sampleDelivery(5).body);
    equal(await findBody(storage, 4), body);
  },
  async '[DQ21] erasing a customer erases the body that their deliveries share, and no equal body of another customer'({
    storage,
  }) {
    const body = bodyOf(100, 'a');
    await addDeliveries(storage, [
      sampleDelivery(1, { body }),
      sampleDelivery(2, { body, customerNumber: 6, target: hook(2) }),
      sampleDelivery(3, { body, target: hook(3) }),
      sampleDelivery(4, { body, customerNumber: 6, target: hook(4) }),
    ]);
    await addDeliveries(storage, [sampleDelivery(5, { body })]);
    deepEqual(await claimNumbers(storage, { limit: 1 }), [1]);
    await complete(storage, 1, { ...delivered, finishedAt: 1_000 });
    equal(await storage.deliveryQueue.prune(1_001, 10), 1);

    const erase = () => endDeliveries(storage, { customer: 5 }, 2_000);
    await erase();
    await erase();
    const found = () => Promise.all([2, 3, 4, 5].map((number) => findBody(storage, number)));
    deepEqual(await found(), [body, undefined, body, undefined]);
    equal(await storage.deliveryQueue.prune(2_001, 10), 2);
    deepEqual(await found(), [body, undefined, body, undefined]);
    deepEqual(await claimNumbers(storage), [2, 4]);
  },
  async '[DQ22] a claim ends before the bodies exceed the bytes asked for, and the next one begins there'({ storage }) {
    const large = [1, 2, 3, 4, 5].map((number) =>
      sampleDelivery(number, { body: bodyOf(100, `${number}`), target: hook(number) }),
    );
    await addDeliveries(storage, large);
    const first = await claim(storage, { bodyBytes: 200 });
    deepEqual(
      first.map(({ id, body }) => [id, body]),
      large.slice(0, 2).map(({ id, body }) => [id, body]),
    );
    const due = await storage.deliveryQueue.nextDueAt(bounds());
    equal((due ?? Number.POSITIVE_INFINITY) <= 1_000, true);
    deepEqual(await claimNumbers(storage, { bodyBytes: 199 }), [3]);
    deepEqual(await claimNumbers(storage, { bodyBytes: 0 }), [4]);
    // The claims above do not change the order of turns.
    await addDeliveries(storage, [sampleDelivery(6, { target: hook(6) })]);
    deepEqual(await claimNumbers(storage, { bodyBytes: 1 }), [5]);
    deepEqual(await claimNumbers(storage, { bodyBytes: 1 }), [6]);
    deepEqual(await claimNumbers(storage, { bodyBytes: 1 }), []);
  },
  async '[DQ22] a shared body counts once, and a large one delays no other brand'({ storage }) {
    const body = bodyOf(1_000, 'a');
    const shared = [1, 2, 3, 4].map((number) => sampleDelivery(number, { body, target: hook(number) }));
    await addDeliveries(storage, shared);
    await addDeliveries(storage, [sampleDelivery(5, { body: bodyOf(1_000, 'b'), target: hook(5) })]);
    await addDeliveries(storage, [sampleDelivery(20, { dueAt: 999 })], otherBrand);
    const claimed = await claim(storage, { bodyBytes: 1_100 });
    deepEqual(claimed.map(numberOf), [20, 1, 2, 3, 4]);
    deepEqual(await claimNumbers(storage, { bodyBytes: 1_100 }), [5]);
  },
});
