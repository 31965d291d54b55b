import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { undiciSender } from '@botwright/sender-undici';
import { Agent, request } from 'undici';
import { defineBenchmark } from '../harness/benchmark.ts';

const headers = { 'content-type': 'application/json', authorization: 'Token bench', 'user-agent': 'bench/webhooks' };

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
    const rateOf = async (deliver: () => Promise<void>): Promise<{ readonly 'per second': number }> => {
      let left = deliveries;
      const work = async (): Promise<void> => {
        for (; left > 0; left -= 1) await deliver();
      };
      const startedAt = performance.now();
      await Promise.all(Array.from({ length: slots }, work));
      return { 'per second': (deliveries * 1_000) / (performance.now() - startedAt) };
    };

    const receiver = fork(fileURLToPath(new URL('../servers/loopback-receiver.ts', import.meta.url)));
    try {
      const [port] = (await once(receiver, 'message')) as [number];
      const url = `http://127.0.0.1:${port}/hook`;
      const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
      const dispatcher = new Agent({ pipelining: 0, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
      const send = async (): Promise<void> => {
        const outcome = await sender.send({ id: 'bench', url, headers, body, timeoutMs: 10_000 });
        if (outcome.kind !== 'answered' || outcome.status !== 204) throw new Error(JSON.stringify(outcome));
      };
      const sendBare = async (): Promise<void> => {
        const answer = await request(url, { method: 'POST', headers, body, dispatcher });
        await answer.body.dump();
        if (answer.statusCode !== 204) throw new Error(String(answer.statusCode));
      };
      await compare({
        title: `${slots} at a time`,
        arms: [
          { name: 'sender', measure: () => rateOf(send) },
          { name: 'bare undici.request', measure: () => rateOf(sendBare) },
        ],
        ratios: [{ of: 'sender', to: 'bare undici.request', atLeast: 0.7 }],
      });
      await Promise.all([sender.close(), dispatcher.close()]);
    } finally {
      receiver.disconnect();
    }
  },
});
