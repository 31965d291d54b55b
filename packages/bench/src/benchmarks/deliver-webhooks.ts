import { Agent, request } from 'undici';
import { defineBenchmark, type Figures } from '../harness/benchmark.ts';
import { withDeliveryBench } from '../servers/delivery-bench.ts';
import { makeHookedCustomer } from '../servers/talk.ts';

export const benchmark = defineBenchmark({
  name: 'deliver-webhooks',
  chapter: 'webhooks',
  measures:
    'Messages that are recorded and delivered to hooks on loopback, through the engine on SQLite, against a bare loop of undici.request that sends as many, a connection each. The receiver is a process of its own.',
  options: {
    hooks: { about: 'hooks, which each get every message', value: 16 },
    messages: { about: 'messages of a repeat', value: 125 },
    slots: { about: 'requests at a time', value: 128 },
    characters: { about: 'characters of a message', value: 400 },
  },
  async run({ options: { hooks, messages, slots, characters }, compare }) {
    const deliveries = hooks * messages;
    const done = { deliveries: 0 };
    await withDeliveryBench(
      (sender) => ({
        ...sender,
        async send(attempt) {
          const outcome = await sender.send(attempt);
          if (outcome.kind !== 'answered' || outcome.status !== 204) throw new Error(JSON.stringify(outcome));
          done.deliveries += 1;
          return outcome;
        },
      }),
      async ({ engine, storage, caller, url }) => {
        const customer = await makeHookedCustomer({ caller, storage }, { hooks, url });
        const body = { message: 'x'.repeat(characters) };
        const say = async (): Promise<void> => {
          const before = done.deliveries;
          await Promise.all(
            Array.from({ length: messages }, () => caller.messages.send(customer.number, 'text', body)),
          );
          while (done.deliveries < before + deliveries) await new Promise((resolve) => setTimeout(resolve, 2));
          while ((await storage.deliveryQueue.nextDueAt({ slots, perTarget: slots })) !== undefined)
            await new Promise(setImmediate);
        };

        const dispatcher = new Agent({ pipelining: 0, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });
        const headers = {
          'content-type': 'application/json',
          authorization: 'Token bench',
          'user-agent': 'bench/webhooks',
        };
        const bytes = Buffer.from(JSON.stringify({ messages: [{ type: 'text', data: body, customer }] }));
        const sendBare = async (): Promise<void> => {
          let left = deliveries;
          const work = async (): Promise<void> => {
            for (; left > 0; left -= 1) {
              const answer = await request(`${url}/hook`, { method: 'POST', headers, body: bytes, dispatcher });
              await answer.body.dump();
            }
          };
          await Promise.all(Array.from({ length: slots }, work));
        };

        const measure = async (run: () => Promise<void>): Promise<Figures> => {
          const startedAt = performance.now();
          const before = process.cpuUsage();
          await run();
          const { user, system } = process.cpuUsage(before);
          return {
            'per second': (deliveries * 1_000) / (performance.now() - startedAt),
            'µs of processor': (user + system) / deliveries,
          };
        };
        const workers = engine.startWorkers({
          isAlone: true,
          // One brand gets half of the slots.
          deliveries: { slots: 2 * slots, onFault: ({ error }) => console.error(error) },
        });
        const bare = 'bare undici.request';
        await compare({
          title: `${messages} messages to ${hooks} hooks, ${slots} requests at a time`,
          arms: [
            { name: 'engine on SQLite', measure: () => measure(say) },
            { name: bare, measure: () => measure(sendBare) },
          ],
          ratios: [
            { of: 'engine on SQLite', to: bare, figure: 'per second', atLeast: 0.9, aim: 0.95 },
            { of: bare, to: 'engine on SQLite', figure: 'µs of processor' },
          ],
        });
        await workers.stop();
        await dispatcher.close();
      },
    );
  },
});
