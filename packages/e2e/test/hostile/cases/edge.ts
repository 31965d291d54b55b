import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../attack/attack.ts';
import { sendRaw } from '../attack/raw-client.ts';
import { randomOf, randomRequest } from '../attack/requests.ts';
import { attacker } from '../hostile-server.ts';
import type { HostileCase, HostileFamily } from '../must-hold.ts';

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Sends requests one after another, for some time and on several connections, and counts the results. */
async function keepAsking(
  { tally }: Attack,
  { connections, forMs, most }: { readonly connections: number; readonly forMs: number; readonly most: number },
  ask: (index: number) => Promise<string | number>,
): Promise<void> {
  const end = performance.now() + forMs;
  let count = 0;
  await Promise.all(
    times(connections, async () => {
      while (performance.now() < end && count < most) {
        count += 1;
        tally.count(await ask(count).catch(() => 'no connection'));
      }
    }),
  );
}

/** The operations in the contract of an interface. */
async function pathsOf(url: string, token: string): Promise<readonly string[]> {
  const answer = await fetch(url, { headers: { authorization: `Token ${token}` } });
  const contract = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${contract}`);
  return [...contract.matchAll(/^ {2}"?(\/[\w{}/-]*)"?:$/gm)].map(([, path = '']) => path);
}

const cases: readonly HostileCase[] = [
  {
    title: 'posts to the development consent page without a sign-in',
    forMs: 3_000,
    meets: [400, 403, 404, 429],
    avoids: [303],
    async attack(attack) {
      const { origin } = new URL(attack.line.bots_url);
      await keepAsking(attack, { connections: 16, forMs: 3_000, most: 40_000 }, async (index) => {
        const query = new URLSearchParams({
          state: `state-${index}-${'x'.repeat(6_000)}`,
          code_challenge: `challenge-${index}-${'x'.repeat(6_000)}`,
          redirect_uri: `${origin}/connect/callback`,
        });
        const { status, body } = await fetch(`${origin}/development/spreadsheets/consent?${query}`, {
          method: 'POST',
          redirect: 'manual',
          headers: { origin },
          body: new URLSearchParams({ person: 'ada', decision: 'allow' }),
        });
        await body?.cancel();
        return status;
      });
    },
  },
  {
    title: 'sign-ins with invalid tokens',
    forMs: 3_000,
    meets: [401, 429],
    async attack(attack) {
      const { origin } = new URL(attack.line.bots_url);
      await keepAsking(attack, { connections: 16, forMs: 3_000, most: 40_000 }, async (index) => {
        const { status, body } = await fetch(`${origin}/sign-in`, {
          method: 'POST',
          redirect: 'manual',
          headers: { origin },
          body: new URLSearchParams({ token: `token-of-nobody-${index}` }),
        });
        await body?.cancel();
        return status;
      });
    },
  },
  {
    title: '20 clients that send bodies over the limit and then close the connection',
    meets: [413],
    avoids: ['reset', 'closed', 'open'],
    async attack(attack) {
      const size = 8 * 1_024 * 1_024;
      const piece = 'x'.repeat(65_536);
      const { host } = new URL(attack.line.bots_url);
      const head = [
        'POST /v0-alpha/bots HTTP/1.1',
        `Host: ${host}`,
        `Authorization: Token ${attacker.agentToken}`,
        'Content-Type: application/json',
        'Connection: close',
        `Content-Length: ${size}`,
        '\r\n',
      ].join('\r\n');
      await Promise.all(
        times(20, async () => {
          const pieces = times(size / piece.length, () => piece);
          attack.tally.count(await sendRaw({ url: attack.line.bots_url, head, pieces, forMs: 10_000 }));
        }),
      );
    },
  },
  {
    title: '200 clients that send a byte at a time',
    forMs: 3_000,
    meets: ['open', 408, 'closed'],
    async attack(attack) {
      const { host } = new URL(attack.line.chat_url);
      const head = `POST /v1/send/slow/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5000\r\nContent-Type: application/json\r\nAuthorization: Token ${attacker.channelToken}\r\n\r\n`;
      await Promise.all(
        times(200, async () => {
          const pieces = times(30, () => ' ');
          attack.tally.count(await sendRaw({ url: attack.line.chat_url, head, pieces, everyMs: 100, forMs: 4_000 }));
        }),
      );
    },
  },
  {
    title: '800 connections that send nothing',
    forMs: 3_000,
    meets: ['connected'],
    async attack(attack) {
      const sockets: Socket[] = [];
      for (const url of [attack.line.bots_url, attack.line.chat_url]) {
        const { port, hostname } = new URL(url);
        for (let count = 0; count < 400; count += 1) {
          const socket = connect(Number(port), hostname).on('error', () => {});
          socket.once('connect', () => attack.tally.count('connected'));
          sockets.push(socket);
          if (count % 20 === 0) await pause(10);
        }
      }
      await pause(2_000);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    title: '300 requests that are almost valid',
    meets: [400],
    avoids: ['no connection'],
    async attack(attack) {
      const bases: readonly (readonly [string, string])[] = [
        [attack.line.bots_url, attacker.agentToken],
        [attack.line.platform_url.replace(/\/$/, ''), attacker.agentToken],
        [attack.line.chat_url.replace(/\/$/, ''), attacker.channelToken],
      ];
      for (const [index, [base, token]] of bases.entries()) {
        const paths = await pathsOf(`${base}/openapi.yml`, token);
        const random = randomOf(20_261_122 + index);
        await keepAsking(attack, { connections: 4, forMs: 10_000, most: 100 }, async () => {
          const { method, path, body } = randomRequest(paths, random);
          const answer = await fetch(`${base}${path}`, {
            method,
            headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
            ...(body !== undefined && { body }),
          });
          await answer.body?.cancel();
          return answer.status;
        });
      }
    },
  },
];

export const edge: HostileFamily = { title: 'what comes from outside', cases };
