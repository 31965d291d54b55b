import { undiciSender } from '@botwright/sender-undici';
import { defineBenchmark } from '../harness/benchmark.ts';
import { rateOf, repeatAtOnce } from '../harness/load.ts';
import { bareRequests, webhookHeaders as headers } from '../servers/bare-requests.ts';
import { withLoopbackReceiver } from '../servers/delivery-bench.ts';

export const benchmark = defineBenchmark({
  name: 'webhook-sender',
  chapter: 'webhooks',
  measures:
    'Requests of the sender to a receiver on loopback, a connection each, against a bare loop of undici.request that sends the same.',
  options: {
    deliveries: { about: 'requests of a repeat', value: 1_000 },
    slots: { about: 'requests at a time', value: 32 },
    characters: { about: 'characters of the message', value: 600 },
  },
  async run({ options: { deliveries, slots, characters }, compare }) {
    const body = Buffer.from(JSON.stringify({ messages: [{ type: 'text', data: { body: 'x'.repeat(characters) } }] }));
    await withLoopbackReceiver(async (origin) => {
      const url = `${origin}/hook`;
      const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
      const requests = bareRequests();
      const send = async (): Promise<void> => {
        const outcome = await sender.send({ id: 'bench', url, headers, body, timeoutMs: 10_000 });
        if (outcome.kind !== 'answered' || outcome.status !== 204) throw new Error(JSON.stringify(outcome));
      };
      const arm = (name: string, act: () => Promise<void>) => ({
        name,
        measure: async () => ({ 'per second': await rateOf(deliveries, () => repeatAtOnce(deliveries, slots, act)) }),
      });
      await compare({
        title: `${slots} at a time`,
        arms: [arm('sender', send), arm('bare undici.request', () => requests.send(url, body))],
        ratios: [{ of: 'sender', to: 'bare undici.request', atLeast: 0.7 }],
      });
      await Promise.all([sender.close(), requests.close()]);
    });
  },
});
