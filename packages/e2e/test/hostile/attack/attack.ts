import { setTimeout as pause } from 'node:timers/promises';
import type { ReadyLine } from '../../../../cli/test/support/serve-process.ts';
import { type BlockSketch, diagramOf } from '../../support/diagrams.ts';
import { attacker, type HostileServer } from '../hostile-server.ts';
import type { Trap } from './start-trap.ts';
import type { Tally } from './tally.ts';

/** The means of an attack. Everything that it starts is bounded in number and in time. */
export interface Attack {
  readonly line: ReadyLine;
  readonly tally: Tally;
  readonly tarpitUrl: string;
  /** It accepts all webhooks. */
  readonly receiverUrl: string;
  /** Publishes a bot, which new visitors get from now on. A refusal is counted. */
  publish(blocks: Readonly<Record<string, BlockSketch>>, connections?: readonly string[]): Promise<void>;
  /** Makes a call as an agent of the attacker, with a JSON body, and counts the result. */
  call(method: string, url: string, body?: unknown): Promise<unknown>;
  /** Lets new visitors write, each at its own pace, without waiting for answers. */
  write(visitors: Visitors): Promise<void>;
  /** Sets the clock of the server back. */
  setBack(ms: number): void;
  /** Lets one write. */
  writeAs(visitor: string, said: Omit<Visitors, 'count'>): Promise<void>;
}

export interface Visitors {
  /** How many there are; 8 when left out. */
  readonly count?: number;
  /** The texts that each sends, one after the other. */
  readonly texts: readonly string[];
  /** The `customer` of the first message of each. */
  readonly customer?: Readonly<Record<string, unknown>>;
  /** Between two messages of a visitor, in milliseconds. Default 800: eight visitors reach the default rate of a channel. */
  readonly everyMs?: number;
}

/** The time to wait for an answer, in milliseconds. */
const patienceMs = 15_000;

let visitorsSoFar = 0;

export function attackOn({ line, setBack }: HostileServer, tally: Tally, { receiverUrl, tarpitUrl }: Trap): Attack {
  async function send(method: string, url: string, token: string, body: unknown): Promise<unknown> {
    try {
      const answer = await fetch(url, {
        method,
        signal: AbortSignal.timeout(patienceMs),
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      tally.count(answer.status);
      return text === '' ? undefined : JSON.parse(text);
    } catch (error) {
      tally.count(error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection');
      return undefined;
    }
  }

  const call: Attack['call'] = (method, url, body) => send(method, url, attacker.agentToken, body);

  const writeAs: Attack['writeAs'] = async (visitor, { texts, customer, everyMs = 800 }) => {
    const under: Promise<unknown>[] = [];
    for (const [index, text] of texts.entries()) {
      const body = { message: { type: 'text', message: text }, ...(index === 0 && customer && { customer }) };
      under.push(send('POST', `${line.chat_url}send/${visitor}/`, attacker.channelToken, body));
      if (index < texts.length - 1) await pause(everyMs);
    }
    await Promise.all(under);
  };

  return {
    line,
    tally,
    tarpitUrl,
    receiverUrl,
    setBack,
    call,
    writeAs,
    async publish(blocks, connections = []) {
      const bot = { name: 'Trouble', channel_family: 'apichat', diagram: diagramOf(blocks, connections) };
      const made = (await call('POST', `${line.bots_url}/bots`, bot)) as { readonly data?: { readonly id: string } };
      if (made?.data !== undefined) await call('POST', `${line.bots_url}/bots/${made.data.id}/versions`);
    },
    async write(visitors) {
      const names = Array.from({ length: visitors.count ?? 8 }, () => {
        visitorsSoFar += 1;
        return `m${visitorsSoFar}`;
      });
      await Promise.all(names.map((name) => writeAs(name, visitors)));
    },
  };
}
