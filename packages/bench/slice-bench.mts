import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import { conversationRunner } from '@botwright/runner';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { makeTalkingBot, question } from './src/servers/talk.ts';
const visitors = Number(process.argv[2] ?? 64), messages = Number(process.argv[3] ?? 1500), rounds = Number(process.argv[4] ?? 10);
async function arm(withExecute: boolean) {
  const dir = mkdtempSync(join(tmpdir(), 'slice-'));
  const storage: any = sqliteStorage({ file: join(dir, 'b.db') });
  if (!withExecute) delete storage.execute;
  const cipher = aesCipher({ keys: [{ id: 'bench', key: new Uint8Array(32) }] });
  const engine = createEngine({ storage, cipher, runner: conversationRunner() });
  await engine.configure([{ name: 'bench', plan: 'business', workspaces: [1], tokens: [] }]);
  const caller = engine.as({ brand: 'bench', person: 1, workspaces: [1], permissions });
  const [channelNumber] = await makeTalkingBot(caller, { blocks: 2, characters: 40, channels: 1, url: 'http://127.0.0.1:9' });
  const waiting = new Map<number, () => void>();
  engine.events.subscribe((event: any) => { if (event.type === 'message.recorded' && event.sender === 'bot') waiting.get(event.customerNumber)?.(); });
  const workers = engine.startWorkers({ isAlone: true, conversations: { onFault: ({ error }: any) => console.error(error) } });
  const channel = engine.channel({ brand: 'bench', channelNumber: channelNumber as number });
  const numbers = new Map<string, number>();
  for (let i = 0; i < visitors; i += 1) { const r: any = await channel.send(`v${i}`, question); numbers.set(`v${i}`, r.customer?.number ?? r.number); }
  await new Promise((r) => setTimeout(r, 500));
  return {
    async run(count: number) {
      let left = count; const times: number[] = [];
      const cpu = process.cpuUsage(), at = performance.now();
      await Promise.all([...numbers].map(async ([token, number]) => {
        while (left-- > 0) {
          const t = performance.now();
          const done = new Promise<void>((r) => waiting.set(number, r));
          await channel.send(token, question); await done; times.push(performance.now() - t);
        }
      }));
      const { user, system } = process.cpuUsage(cpu); times.sort((a, b) => a - b);
      return { us: (user + system) / count, rate: count * 1000 / (performance.now() - at), p50: times[times.length >> 1]!, p99: times[Math.floor(times.length * .99)]! };
    },
    async end() { await workers.stop(); await engine.close(); rmSync(dir, { recursive: true }); },
  };
}
const arms = { old: await arm(false), new: await arm(true) };
const ratios: number[] = [], p99s: number[] = [], rates: number[] = [];
for (let i = -2; i < rounds; i += 1) {
  const out: any = {};
  for (const name of (i % 2 ? ['new', 'old'] : ['old', 'new']) as ('old' | 'new')[]) out[name] = await arms[name].run(messages);
  if (i >= 0) { ratios.push(out.new.us / out.old.us); p99s.push(out.new.p99 / out.old.p99); rates.push(out.new.rate / out.old.rate); }
  if (process.argv[5]) console.log(i, JSON.stringify(out));
}
const med = (a: number[]) => a.toSorted((x, y) => x - y)[a.length >> 1];
console.log(`${visitors} visitors: processor new/old`, med(ratios)?.toFixed(3), 'rate', med(rates)?.toFixed(3), 'p99', med(p99s)?.toFixed(3), ratios.map((r) => r.toFixed(2)).join(' '));
await arms.old.end(); await arms.new.end();
