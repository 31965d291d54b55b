import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { undiciSender } from '@botwright/sender-undici';
import { Agent, request } from 'undici';

const slots = 32;
const deliveries = 1_000;
const rounds = 21;
const headers = { 'content-type': 'application/json', authorization: 'Token bench', 'user-agent': 'bench/webhooks' };
const body = Buffer.from(JSON.stringify({ messages: [{ type: 'text', data: { body: 'x'.repeat(600) } }] }));

/** @returns Deliveries a second, `slots` at a time. */
async function measure(deliver: () => Promise<unknown>): Promise<number> {
  let left = deliveries;
  const work = async (): Promise<void> => {
    for (; left > 0; left -= 1) await deliver();
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: slots }, work));
  return (deliveries * 1_000) / (performance.now() - startedAt);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const receiver = fork(fileURLToPath(new URL('./loopback-receiver.ts', import.meta.url)));
try {
  const [port] = (await once(receiver, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/hook`;
  const sender = undiciSender({ allowedCidrs: ['127.0.0.0/8'] });
  const dispatcher = new Agent({ pipelining: 0, allowH2: false, headersTimeout: 0, bodyTimeout: 0 });

  const send = async (): Promise<void> => {
    const outcome = await sender.send({ id: 'bench', url, headers, body, timeoutMs: 10_000 });
    if (outcome.kind !== 'answered' || outcome.status !== 204) throw new Error(JSON.stringify(outcome));
  };
  const bare = async (): Promise<void> => {
    const answer = await request(url, { method: 'POST', headers, body, dispatcher });
    await answer.body.dump();
    if (answer.statusCode !== 204) throw new Error(String(answer.statusCode));
  };

  const sent: number[] = [];
  const bared: number[] = [];
  await measure(send);
  await measure(bare);
  for (let round = 0; round < rounds; round += 1) {
    sent.push(await measure(send));
    bared.push(await measure(bare));
  }
  await Promise.all([sender.close(), dispatcher.close()]);

  const ratios = sent.map((rate, round) => rate / (bared[round] as number));
  console.log(
    `deliveries to loopback, ${slots} at a time, a connection each: ` +
      `through the sender ${median(sent).toFixed(0)} a second, bare undici.request ${median(bared).toFixed(0)} a second, ` +
      `ratio of a round ${median(ratios).toFixed(2)} (at least 0.7)`,
  );
} finally {
  receiver.disconnect();
}
