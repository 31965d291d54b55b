import { expect, it } from 'vitest';
import { memoryStorage } from '../memory/memory-storage.ts';
import { countActivity } from './storage-activity.ts';

it('[DR44] transactions and readers are counted, and work as before', async () => {
  const { storage, activity } = countActivity(memoryStorage());
  expect(activity.count()).toBe(0);
  const reader = storage.reader('acme');
  expect(activity.count()).toBe(1);
  await storage.transaction('acme', async (tx) => {
    expect(activity.count()).toBe(2);
    await tx.settings.revision();
  });
  await expect(storage.transaction('acme', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await reader.bots.find('b1')).toBeUndefined();
  expect(activity.count()).toBe(3);
  await storage.close();
  await expect(storage.transaction('acme', async () => {})).rejects.toThrow();
});
