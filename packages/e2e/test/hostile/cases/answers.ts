import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { diagramOf } from '../../support/diagrams.ts';
import type { Attack } from '../attack/attack.ts';
import { attacker } from '../hostile-server.ts';
import type { HostileCase, HostileFamily } from '../must-hold.ts';

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const both = ['sqlite', 'postgres'] as const;
const blocks = 18_000;

/** Writes a draft of almost 5 MiB in which nothing is wrong. @returns Its address. */
async function writeLargeDraft({ line, call }: Attack): Promise<string> {
  const named = (index: number): string => (index === 0 ? 'start' : `b${index}`);
  const texts = times(blocks, (index) => [named(index), ['send_text', { text: 'x'.repeat(60) }]] as const);
  const connections = times(blocks - 1, (index) => `${named(index)}.$success--${named(index + 1)}`);
  const made = (await call('POST', `${line.bots_url}/bots`, { name: 'Large', channel_family: 'apichat' })) as {
    readonly data?: { readonly id: string };
  };
  const draft = `${line.bots_url}/bots/${made?.data?.id}/draft`;
  await call('PUT', draft, { diagram: diagramOf(Object.fromEntries(texts), connections) });
  return draft;
}

const cases: readonly HostileCase[] = [
  {
    stores: both,
    title: `an author who reads a draft of ${blocks} blocks 36 times a second`,
    forMs: 4_000,
    meets: [200],
    async attack(attack) {
      const draft = await writeLargeDraft(attack);
      const reads: Promise<unknown>[] = [];
      // Together their answers are almost twice the memory that a server may take.
      for (let count = 0; count < 72; count += 1) {
        reads.push(attack.call('GET', draft));
        await pause(27);
      }
      await Promise.all(reads);
    },
  },
  {
    stores: both,
    title: `120 connections that ask for a draft of ${blocks} blocks and read nothing`,
    forMs: 4_000,
    meets: ['connected'],
    async attack(attack) {
      const { hostname, port, pathname } = new URL(await writeLargeDraft(attack));
      const sockets: Socket[] = [];
      for (let count = 0; count < 120; count += 1) {
        const socket = connect(Number(port), hostname).on('error', () => {});
        socket.pause();
        socket.once('connect', () => attack.tally.count('connected'));
        socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${attacker.agentToken}\r\n\r\n`);
        sockets.push(socket);
        await pause(10);
      }
      await pause(3_000);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    stores: both,
    title: `48 checks at once of a draft of ${blocks} blocks`,
    meets: [200, 429],
    avoids: ['no connection'],
    async attack(attack) {
      const draft = await writeLargeDraft(attack);
      await Promise.all(times(48, () => attack.call('POST', `${draft}/validate`)));
    },
  },
  {
    stores: both,
    title: '12 lists at once of 30 customers with all the Fields that they may have',
    meets: [200],
    async attack(attack) {
      await attack.publish({ start: ['ask_question', { text: 'Ready?' }] });
      const customer = Object.fromEntries(times(8, (index) => [`f${index}`, 'f'.repeat(60_000)]));
      for (let count = 0; count < 6; count += 1) await attack.write({ count: 5, texts: ['hi'], customer });
      const list = `${attack.line.platform_url}customers/?limit=100`;
      await Promise.all(times(12, () => attack.call('GET', list)));
    },
  },
];

export const answers: HostileFamily = { title: 'large answers, and answers that nobody reads', cases };
