import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../attack/attack.ts';
import { withHooks } from '../attack/with-hooks.ts';
import type { HostileCase, HostileFamily } from '../must-hold.ts';

const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

/**
 * A receiver that sends informational responses at the speed of their reader, and never its status, while `work` runs.
 */
async function withChatterer({ tally }: Attack, work: (url: string) => Promise<void>): Promise<void> {
  const responses = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n'.repeat(1_000);
  const server = createServer((socket) => {
    const pour = (): void => {
      while (!socket.destroyed && socket.write(responses));
    };
    socket.on('error', () => {}).on('close', () => tally.count('cut off'));
    socket.on('drain', pour).once('data', pour);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The time that a retry may take, in milliseconds: its gap is five seconds. */
const retriedWithin = 20_000;

/**
 * A receiver that refuses each delivery once, while `work` runs, and counts the repeated ones.
 *
 * @param work - Gets the moments of refusals and of repetitions.
 */
async function withRefuser(
  { tally }: Attack,
  work: (refuser: { url: string; refused: Promise<void>; retried: Promise<void> }) => Promise<void>,
): Promise<void> {
  const [refused, retried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const bodies = new Set<string>();
  const server = createHttpServer(async (request, response) => {
    const body = await text(request);
    const isAgain = bodies.has(body);
    bodies.add(body);
    if (isAgain) tally.count('tried again');
    response.writeHead(isAgain ? 204 : 503).end();
    (isAgain ? retried : refused).resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const within = (promise: Promise<void>) => Promise.race([promise, pause(retriedWithin)]);
  try {
    await work({ url, refused: within(refused.promise), retried: within(retried.promise) });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const cases: readonly HostileCase[] = [
  {
    title: 'a burst of one brand: 100 messages within ten seconds, each to 30 hooks',
    stores: ['sqlite', 'postgres'],
    forMs: 4_000,
    meets: ['bot text'],
    async attack(attack) {
      await attack.publish({ start: ['ask_question', { text: 'Ready?' }] });
      const urls = times(30, attack.receiverUrl).map((url, index) => `${url}/hook?${index}`);
      await withHooks(attack, urls, async () => {
        // The default rate of a channel.
        for (let sent = 0; sent < 100; sent += 10) {
          await Promise.all([attack.write({ count: 10, texts: ['hi'] }), pause(1_000)]);
        }
      });
    },
  },
  {
    title: 'a clock that is set back by an hour while webhooks wait',
    stores: ['sqlite', 'postgres'],
    forMs: 4_000,
    meets: ['tried again'],
    async attack(attack) {
      await attack.publish({ start: ['ask_question', { text: 'Ready?' }] });
      await withRefuser(attack, async ({ url, refused, retried }) => {
        await withHooks(attack, [attack.tarpitUrl, url], async () => {
          await attack.write({ count: 8, texts: ['hi'] });
          await refused;
          // The refusal is stored, and with it the time of the retry.
          await pause(1_000);
          attack.setBack(3_600_000);
          await Promise.all([retried, attack.write({ count: 8, texts: times(3, 'hi'), everyMs: 800 })]);
        });
      });
      // For the next cases: if there are several bots, new visitors get the one with the latest publication by the
      // clock.
      attack.setBack(-3_600_000);
    },
  },
  {
    title: '16 receivers that send informational responses without end',
    forMs: 4_000,
    meets: ['cut off'],
    async attack(attack) {
      await withChatterer(attack, async (url) => {
        await attack.publish({ start: ['webhook', { url }] });
        await withHooks(
          attack,
          times(16, url).map((each, index) => `${each}/${index}`),
          async () => {
            await attack.write({ count: 8, texts: times(4, 'hi'), everyMs: 800 });
          },
        );
      });
    },
  },
  {
    title: '40 visitors whose bot asks a server that never answers',
    forMs: 4_000,
    meets: ['hangs'],
    async attack(attack) {
      await attack.publish(
        {
          start: ['webhook', { url: attack.tarpitUrl }],
          end: ['ask_question', { text: 'Again?' }],
        },
        ['start.$success--end', 'start.$failed--end', 'end.$success--start'],
      );
      await attack.write({ count: 40, texts: times(3, 'hi'), everyMs: 1_000 });
    },
  },
  {
    title: '300 visitors whose bot asks a server that never answers',
    forMs: 4_000,
    meets: ['hangs'],
    async attack(attack) {
      await attack.publish({ start: ['webhook', { url: attack.tarpitUrl }] });
      await attack.write({ count: 300, texts: ['hi'], everyMs: 1_000 });
    },
  },
  {
    title: '60 hooks that hang',
    forMs: 4_000,
    meets: ['hangs'],
    async attack(attack) {
      await attack.publish({ start: ['ask_question', { text: 'Ready?' }] });
      const urls = times(60, attack.tarpitUrl).map((url, index) => `${url}/${index}`);
      await withHooks(attack, urls, async () => {
        await attack.write({ count: 6, texts: times(4, 'hi'), everyMs: 500 });
        await pause(1_500);
      });
    },
  },
  {
    title: '60 hooks that are sent all Fields of a customer with as many as possible',
    forMs: 4_000,
    meets: ['hangs', 422],
    async attack(attack) {
      await attack.publish({ start: ['ask_question', { text: 'Ready?' }] });
      const urls = times(60, attack.tarpitUrl).map((url, index) => `${url}/${index}`);
      const customer = Object.fromEntries(times(8, 'f'.repeat(60_000)).map((value, index) => [`f${index}`, value]));
      await withHooks(attack, urls, async () => {
        await attack.write({ count: 4, texts: times(5, 'hi'), customer, everyMs: 500 });
      });
    },
  },
  {
    title: '20 visitors of a bot that says 20 things to each message',
    forMs: 4_000,
    meets: ['bot text'],
    async attack(attack) {
      const talk = times(20, 0).map((_, index) => `t${index}`);
      await attack.publish(
        {
          start: ['ask_question', { text: 'Ready?' }],
          ...Object.fromEntries(talk.map((name) => [name, ['send_text', { text: `This is ${name}` }] as const])),
        },
        ['start.$success--t0', ...talk.map((name, index) => `${name}.$success--${talk[index + 1] ?? 'start'}`)],
      );
      await attack.write({ count: 20, texts: times(4, 'hi'), everyMs: 1_000 });
    },
  },
];

export const shares: HostileFamily = { title: 'what others wait for', cases };
