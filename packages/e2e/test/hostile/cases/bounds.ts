import type { HostileCase, HostileFamily } from '../must-hold.ts';

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const echo = { start: ['ask_question', { text: 'Ready?' }] } as const;

/** A diagram with one block that has this number of params. */
const crowded = (params: number): string => {
  const all = Object.fromEntries(times(params, (index) => [`p${index}`, 1]));
  const nodes = {
    hidden: { id: 'hidden', template: 'hidden', params: {} },
    bot_start: { id: 'bot_start', template: 'var_text', params: { version: 3, text: 'Ready?', ...all } },
  };
  return JSON.stringify({ diagram: { nodes, connections: {} } });
};

/** A diagram with about three violations for each block. */
const wrong = (blocks: number): unknown => {
  const nodes = Object.fromEntries(
    times(blocks, (index) => [`n${index}`, { id: `x${index}`, template: 'var_text', params: { minChars: 'x' } }]),
  );
  return { nodes: { hidden: { id: 'hidden', template: 'hidden', params: {} }, ...nodes }, connections: {} };
};

async function makeBot(attack: Parameters<HostileCase['attack']>[0]): Promise<string> {
  const bot = { name: 'Draft', channel_family: 'apichat' };
  const made = (await attack.call('POST', `${attack.line.bots_url}/bots`, bot)) as {
    readonly data?: { readonly id: string };
  };
  return `${attack.line.bots_url}/bots/${made?.data?.id}/draft`;
}

const cases: readonly HostileCase[] = [
  {
    title: '57 MB of Fields for one customer',
    meets: [422],
    async attack(attack) {
      await attack.publish(echo);
      const megabyte = 'f'.repeat(1_000_000);
      for (const send of times(14, (each) => each)) {
        const four = Object.fromEntries(times(4, (index) => [`f${send}_${index}`, megabyte]));
        await attack.writeAs('hoarder', { texts: ['hi'], customer: four, everyMs: 10 });
      }
    },
  },
  {
    title: 'as many Fields as a customer may have, and one more, again and again',
    meets: [422],
    async attack(attack) {
      await attack.publish(echo);
      const most = Object.fromEntries(times(500, (index) => [`f${index}`, 'f'.repeat(900)]));
      await attack.write({ texts: times(4, () => 'hi'), customer: most });
      await attack.write({ texts: ['hi'], customer: { ...most, more: 'f' } });
    },
  },
  {
    title: '200,000 Fields in one send',
    meets: [422],
    async attack(attack) {
      await attack.publish(echo);
      const customer = Object.fromEntries(times(200_000, (index) => [`f${index}`, 1]));
      await attack.write({ count: 1, texts: ['hi'], customer });
      await attack.write({ count: 2, texts: ['hi'], customer });
    },
  },
  {
    title: '380,000 params of one block',
    meets: [200, 413, 422, 400],
    async attack(attack) {
      const draft = await makeBot(attack);
      const body = crowded(380_000);
      for (const _ of times(2, () => 0)) await attack.call('PUT', draft, body);
    },
  },
  {
    title: 'six authors who write such blocks at once',
    meets: [200, 413, 422, 400],
    async attack(attack) {
      const drafts = await Promise.all(times(6, () => makeBot(attack)));
      const body = crowded(380_000);
      await Promise.all(drafts.map((draft) => attack.call('PUT', draft, body)));
    },
  },
  {
    title: '60,000 violations in one refusal',
    meets: [422],
    async attack(attack) {
      const diagram = JSON.stringify({ name: 'Wrong', channel_family: 'apichat', diagram: wrong(19_000) });
      for (const _ of times(3, () => 0)) await attack.call('POST', `${attack.line.bots_url}/bots`, diagram);
    },
  },
];

export const bounds: HostileFamily = { title: 'how much is sent and kept', cases };
