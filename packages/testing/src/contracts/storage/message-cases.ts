import { deepEqual, rejects } from 'node:assert/strict';
import type { Message, MessageContent } from '@botwright/core/conversation';
import type { Storage } from '@botwright/core/ports';
import type { ContractCase } from '../contract.ts';
import { firstSlice, openChannel, sampleMessage } from './record-samples.ts';
import { brand } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

export const messageCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST73',
    title: 'messages of every kind list newest first, as they were written',
    async run({ storage }) {
      const [, number = 0, other = 0] = await openChannel(storage, 1, { customers: 2 });
      const messages = contents.map((content, index): Message => {
        const { uuid, seq } = sampleMessage(index + 1);
        // Later numbers have earlier moments: a list is ordered by the number.
        return {
          ...content,
          uuid,
          seq,
          at: 50.001 - index,
          sender: { id: index, name: '"Ünï" \u{1f916}', type: 'bot' },
        };
      });
      await insertMessages(storage, number, messages);
      await insertMessages(storage, other, [sampleMessage(1)]);

      const { messages: reader } = storage.reader(brand);
      const total = messages.length;
      deepEqual(await reader.list(number, firstSlice), { items: messages.toReversed(), total });
      deepEqual(await reader.list(other, firstSlice), { items: [sampleMessage(1)], total: 1 });
      deepEqual(await reader.list(other + 1, firstSlice), { items: [], total: 0 });
    },
  },
  {
    rule: 'ST73',
    title: 'a transaction lists its own messages before the older ones',
    async run({ storage }) {
      const [, number = 0] = await openChannel(storage, 1, { customers: 1 });
      await insertMessages(
        storage,
        number,
        [1, 2].map((seq) => sampleMessage(seq)),
      );
      const failing = storage.transaction(brand, async (tx) => {
        await tx.customers.lock(number);
        for (const seq of [3, 4]) await tx.messages.insert(number, sampleMessage(seq));
        const { items, total } = await tx.messages.list(number, { offset: 1, limit: 2 });
        deepEqual([items.map(({ seq }) => seq), total], [[3, 2], 4]);
        throw new Error('refused');
      });
      await rejects(failing, /refused/);
      const { items, total } = await storage.reader(brand).messages.list(number, firstSlice);
      deepEqual([items.map(({ seq }) => seq), total], [[2, 1], 2]);
      await insertMessages(storage, number, [sampleMessage(3, 'another')]);
    },
  },
  {
    rule: 'ST56',
    title: 'consecutive slices have each message once',
    async run({ storage }) {
      const [, number = 0] = await openChannel(storage, 1, { customers: 1 });
      await insertMessages(
        storage,
        number,
        Array.from({ length: 9 }, (_, index) => sampleMessage(index + 1)),
      );
      const list = async (offset: number, limit: number) => {
        const { items, total } = await storage.reader(brand).messages.list(number, { offset, limit });
        return [items.map(({ seq }) => seq), total];
      };
      deepEqual(await list(0, 4), [[9, 8, 7, 6], 9]);
      deepEqual(await list(4, 4), [[5, 4, 3, 2], 9]);
      deepEqual(await list(8, 4), [[1], 9]);
      for (const offset of [9, 10]) deepEqual(await list(offset, 4), [[], 9]);
      deepEqual(await list(0, 0), [[], 9]);
    },
  },
  {
    rule: 'ST74',
    title: 'a customer has no two messages with one uuid',
    async run({ storage }) {
      const [, number = 0, other = 0] = await openChannel(storage, 1, { customers: 2 });
      await insertMessages(storage, number, [sampleMessage(1), sampleMessage(2)]);
      const { uuid } = sampleMessage(1);
      await rejects(insertMessages(storage, number, [{ ...sampleMessage(3), uuid }]));
      await rejects(insertMessages(storage, number, [sampleMessage(3), { ...sampleMessage(4), uuid }]));
      const { items } = await storage.reader(brand).messages.list(number, firstSlice);
      deepEqual(items, [sampleMessage(2), sampleMessage(1)]);
      await insertMessages(storage, other, [sampleMessage(1)]);
    },
  },
];

function insertMessages(storage: Storage, number: number, messages: readonly Message[]): Promise<void> {
  return storage.transaction(brand, async (tx) => {
    await tx.customers.lock(number);
    for (const message of messages) await tx.messages.insert(number, message);
  });
}

const contents: readonly MessageContent[] = [
  { type: 'text', data: { body: '', payload: '#1' } },
  { type: 'text', data: { body: '"Ünï"\n\u{1f916} __proto__' } },
  { type: 'dialog', data: { body: 'Which?', buttons: ['A', 'B'], payloads: ['#a', '#b'] } },
  {
    type: 'media_dialog',
    data: { url: 'https://example.org/a.png', media_type: 'image', buttons: [], payloads: [] },
  },
  { type: 'document', data: { url: 'https://example.org/a.pdf', caption: 'Read' } },
  { type: 'location', data: { latitude: -0.5, longitude: 1e-7 } },
  { type: 'event', data: { action: 'error', code: 'endless_loop', block_id: 'n0', detail: 'It never waits.' } },
];
