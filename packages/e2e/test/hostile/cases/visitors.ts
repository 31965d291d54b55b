import { call } from '../../../../cli/test/support/echo-bot.ts';
import { diagramOf } from '../../support/diagrams.ts';
import type { Attack } from '../attack/attack.ts';
import { attacker, mostVisitors, neighbour, streamsInAll } from '../hostile-server.ts';
import type { HostileCase, HostileFamily } from '../must-hold.ts';

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Publishes a bot on which visitors whom nobody signed in talk. @returns Its operations. */
async function publishWebBot({ line }: Attack, { agentToken }: typeof attacker): Promise<string> {
  const diagram = diagramOf({ start: ['ask_question', { text: 'Ready?' }] }, [], 'native');
  const bot = { name: 'Web', channel_family: 'native', diagram };
  const { data } = (await call(agentToken, 'POST', `${line.bots_url}/bots`, bot)) as {
    readonly data: { readonly id: string; readonly number: number };
  };
  await call(agentToken, 'POST', `${line.bots_url}/bots/${data.id}/versions`);
  return `${new URL(line.bots_url).origin}/chat/api/${data.number}`;
}

interface Begun {
  readonly status: number;
  readonly token: string;
  /** All texts, including the visitor's message. */
  readonly said: number;
}

async function begin(url: string, { waits = false }: { readonly waits?: boolean } = {}): Promise<Begun> {
  const answer = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(!waits && { prefer: 'wait=0' }) },
    body: JSON.stringify({ message: { type: 'text', message: 'Hi' } }),
  });
  const { data } = (await answer.json()) as { data?: { token: string; messages: readonly unknown[] } };
  return { status: answer.status, token: data?.token ?? '', said: data?.messages.length ?? 0 };
}

/** @returns The status of the stream, which stays open until the signal is aborted. */
async function openStream(url: string, token: string, signal: AbortSignal): Promise<number> {
  const { status } = await fetch(`${url}/events`, { headers: { authorization: `Token ${token}` }, signal });
  return status;
}

/** The results of a visitor of the neighbour, beginning with `neighbour`. */
async function visitNeighbour({ tally }: Attack, url: string, signal: AbortSignal): Promise<void> {
  const { status, token, said } = await begin(url, { waits: true });
  tally.count(`neighbour began ${status}`);
  if (status !== 201) return;
  tally.count(said > 1 ? 'neighbour answered' : 'neighbour unanswered');
  tally.count(`neighbour stream ${await openStream(url, token, signal)}`);
}

const cases: readonly HostileCase[] = [
  {
    stores: ['sqlite', 'postgres'],
    title: 'visitors of one brand who open all streams that there are',
    meets: [429],
    avoids: ['neighbour unanswered', 'neighbour stream 429', 'neighbour began 429'],
    async attack(attack) {
      const [own, others] = [await publishWebBot(attack, attacker), await publishWebBot(attack, neighbour)];
      const over = new AbortController();
      const visitors = await Promise.all(times(streamsInAll / 2, () => begin(own)));
      for (const { token } of visitors) {
        for (const status of await Promise.all(times(3, () => openStream(own, token, over.signal)))) {
          attack.tally.count(status);
        }
      }
      for (const _ of times(3, () => 0)) await visitNeighbour(attack, others, over.signal);
      over.abort();
    },
  },
  {
    stores: ['sqlite', 'postgres'],
    title: 'more conversations with a bot of another brand than it may have',
    meets: ['neighbour answered'],
    avoids: ['neighbour unanswered', 'neighbour began 429'],
    async attack(attack) {
      const others = await publishWebBot(attack, neighbour);
      const over = new AbortController();
      for (let begun = 0; begun < mostVisitors + 50; begun += 10) {
        for (const { status } of await Promise.all(times(10, () => begin(others)))) attack.tally.count(status);
      }
      for (const _ of times(3, () => 0)) await visitNeighbour(attack, others, over.signal);
      over.abort();
    },
  },
];

export const visitors: HostileFamily = { title: 'visitors whom nobody signed in', cases };
