import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { defineBenchmark } from '../harness/benchmark.ts';
import { loadOf, repeatAtOnce } from '../harness/load.ts';
import { bareRequests } from '../servers/bare-requests.ts';
import { reportFault } from '../servers/bench-engine.ts';
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
  async run(bench) {
    const { hooks, messages, slots, characters } = bench.options;
    const deliveries = hooks * messages;
    const done = { deliveries: 0 };
    const watch: Parameters<typeof withDeliveryBench>[1] = (_, outcome) => {
      if (outcome.kind !== 'answered' || outcome.status !== 204) throw new Error(JSON.stringify(outcome));
      done.deliveries += 1;
    };
    await withDeliveryBench(bench, watch, async ({ engine, storage, caller, url }) => {
      const customer = await makeHookedCustomer({ caller, storage }, { hooks, url });
      const body = { message: 'x'.repeat(characters) };
      const say = async (): Promise<void> => {
        const before = done.deliveries;
        await repeatAtOnce(messages, messages, () => caller.messages.send(customer.number, 'text', body));
        while (done.deliveries < before + deliveries) await pause(2);
        while ((await storage.deliveryQueue.nextDueAt({ slots, perTarget: slots })) !== undefined) await setImmediate();
      };
      const requests = bareRequests();
      const bytes = Buffer.from(JSON.stringify({ messages: [{ type: 'text', data: body, customer }] }));
      const sendBare = () => repeatAtOnce(deliveries, slots, () => requests.send(`${url}/hook`, bytes));
      // One brand gets half of the slots.
      const workers = engine.startWorkers({ isAlone: true, deliveries: { slots: 2 * slots, onFault: reportFault } });
      const bare = 'bare undici.request';
      await bench.compare({
        title: `${messages} messages to ${hooks} hooks, ${slots} requests at a time`,
        arms: [
          { name: 'engine on SQLite', measure: () => loadOf(deliveries, say) },
          { name: bare, measure: () => loadOf(deliveries, sendBare) },
        ],
        ratios: [
          { of: 'engine on SQLite', to: bare, figure: 'per second', atLeast: 0.9, aim: 0.95 },
          { of: bare, to: 'engine on SQLite', figure: 'µs of processor' },
        ],
      });
      await workers.stop();
      await requests.close();
    });
  },
});
