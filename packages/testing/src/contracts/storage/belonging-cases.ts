import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { ContractCase } from '../contract.ts';
import { botId, brand, insertBot, sampleChannel, sampleFeedback, sampleTestDeployment } from './samples.ts';
import type { StorageFixture } from './storage-fixture.ts';

/** Feedback, test deployments and channels of a bot. */
export const belongingCases: readonly ContractCase<StorageFixture>[] = [
  {
    rule: 'ST41',
    title: 'feedback is absent until it is stored, and each write replaces it whole',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await insertBot(tx, 2);
      });
      const find = (bot: number) => storage.reader(brand).feedback.find(botId(bot));
      equal(await find(1), undefined);
      equal(await find(7), undefined);

      const other = { ...sampleFeedback, enabled: false, question: '', thanks: 'Ünï \u{1f916}' };
      for (const configuration of [sampleFeedback, other]) {
        await storage.transaction(brand, (tx) => tx.feedback.put(botId(1), configuration));
        deepEqual(await find(1), configuration);
      }
      equal(await find(2), undefined);
    },
  },
  {
    rule: 'ST42',
    title: 'a test deployment is absent until it is stored, and each write replaces it whole',
    async run({ storage }) {
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await insertBot(tx, 2);
      });
      const find = (bot: number) => storage.reader(brand).testDeployments.find(botId(bot));
      equal(await find(1), undefined);

      const later = sampleTestDeployment(1, { id: 'other', revision: 9, diagramJson: '{"a":1}', deployedAt: 1 });
      for (const deployment of [sampleTestDeployment(1), later, { ...later, deployedBy: 8 }]) {
        await storage.transaction(brand, (tx) => tx.testDeployments.put(deployment));
        deepEqual(await find(1), deployment);
      }
      equal(await find(2), undefined);
    },
  },
  {
    rule: 'ST43',
    title: 'the channels of a bot list by creation, then id, each once',
    async run({ storage }) {
      const channel = (id: string, createdAt: number) => sampleChannel(1, { id, createdAt });
      const other = sampleChannel(2, { purpose: 'test', name: '', type: 'apichat', workspace: 3 });
      const channels = [channel('c', 5), channel('a', 5), channel('d', 1), channel('b', 9), channel('B', 5)];
      await storage.transaction(brand, async (tx) => {
        await insertBot(tx, 1);
        await insertBot(tx, 2);
        for (const each of channels) await tx.channels.insert(each);
        await tx.channels.insert(other);
      });

      const [c, a, d, b, capital] = channels.map((each, index) => ({ ...each, number: index + 1 }));
      deepEqual(await storage.reader(brand).channels.listByBot(botId(1)), [d, capital, a, c, b]);
      deepEqual(await storage.reader(brand).channels.listByBot(botId(2)), [{ ...other, number: 6 }]);
      deepEqual(await storage.reader(brand).channels.listByBot(botId(3)), []);
      await rejects(storage.transaction(brand, (tx) => tx.channels.insert(channel('a', 7))));
    },
  },
];
