import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { withDeliveryBench } from './delivery-bench.ts';
import { median } from './median.ts';

const hooks = 16;
const messages = 125;
const deliveries = hooks * messages;
const slots = 128;
const { values } = parseArgs({ options: { repeats: { type: 'string', default: '10' } } });
const rounds = Number(values.repeats);
const done = { deliveries: 0 };

interface Round {
  readonly rate: number;
  readonly cpuMicros: number;
}

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
    const { channel } = await caller.channels.create({ type: 'apichat', name: 'Bench', workspace: 1 });
    for (let index = 0; index < hooks; index += 1) {
      await caller.hooks.create(channel.number, { url: `${url}/hook/${index}`, token: 'bench' });
    }
    const customer = await storage.transaction('bench', (tx) =>
      tx.customers.insert({
        channelNumber: channel.number,
        workspace: 1,
        purpose: 'live',
        token: 'c1',
        name: 'Ada',
        email: '',
        phone: '',
        archived: false,
        blocked: false,
        optIn: true,
        registerDate: 1,
        unread: 0,
        lastSeq: 0,
        fields: {},
      }),
    );
    if (customer === 'token_taken') throw new Error(customer);
    const body = { message: 'x'.repeat(400) };
    const say = async (): Promise<void> => {
      const before = done.deliveries;
      await Promise.all(Array.from({ length: messages }, () => caller.messages.send(customer.number, 'text', body)));
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
    const measure = async (run: () => Promise<void>): Promise<Round> => {
      const startedAt = performance.now();
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      return {
        rate: (deliveries * 1_000) / (performance.now() - startedAt),
        cpuMicros: (user + system) / deliveries,
      };
    };

    const workers = engine.startWorkers({
      isAlone: true,
      // One brand gets half of the slots.
      deliveries: { slots: 2 * slots, onFault: ({ error }) => console.error(error) },
    });
    await measure(say);
    await measure(sendBare);
    const through: Round[] = [];
    const bare: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      through.push(await measure(say));
      bare.push(await measure(sendBare));
    }
    await workers.stop();
    await dispatcher.close();

    const rates = through.map((each, round) => each.rate / (bare[round] as Round).rate);
    const cpu = through.map((each, round) => (bare[round] as Round).cpuMicros / each.cpuMicros);
    const show = (runs: readonly Round[]): string =>
      `${median(runs.map(({ rate }) => rate)).toFixed(0)} a second with ` +
      `${median(runs.map(({ cpuMicros }) => cpuMicros)).toFixed(0)} µs of CPU each`;
    console.log(
      `messages recorded and delivered to ${hooks} hooks on loopback, ${slots} at a time, a connection each: ` +
        `engine on SQLite ${show(through)}, bare undici.request ${show(bare)}; ` +
        `ratio of a round ${median(rates).toFixed(2)} (at least 0.9), of its CPU ${median(cpu).toFixed(2)}`,
    );
  },
);
