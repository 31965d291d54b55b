import { createEngine, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import * as runner from '@botwright/core/runner';
import { postgresStorage } from '../src/index.ts';
import { startEmbedded } from './embedded-server.ts';
import { makeTalkingBot, question } from '../../bench/src/servers/talk.ts';
import fs from 'node:fs';
const server = await startEmbedded();
const storage: any = await postgresStorage({ url: server.url, schema: `s_x` });
const cipher = aesCipher({ keys: [{ id: 'bench', key: new Uint8Array(32) }] });
const engine = createEngine({ storage, cipher, runner: (runner as any).conversationRunner() });
await engine.configure([{ name: 'bench', plan: 'business', workspaces: [1], tokens: [] }]);
const caller = engine.as({ brand: 'bench', person: 1, workspaces: [1], permissions });
const [channelNumber] = await makeTalkingBot(caller, { blocks: 2, characters: 40, channels: 1, url: 'http://127.0.0.1:9' });
const channel = engine.channel({ brand: 'bench', channelNumber: channelNumber as number });
const waiting = new Map<number, () => void>();
engine.events.subscribe((event: any) => { if (event.type === 'message.recorded' && event.sender === 'bot') waiting.get(event.customerNumber)?.(); });
const workers = engine.startWorkers({ isAlone: true, conversations: { onFault: ({ error }: any) => console.error(error.message ?? error) } });
const numbers = new Map<string, number>();
for (let i = 0; i < 10; i += 1) { const r: any = await channel.send(`v${i}`, question); numbers.set(`v${i}`, r.customer.number); for (let f = 0; f < 8; f += 1) await caller.customers.setField(r.customer.number, `f${f}`, { type: 'string', value: 'f'.repeat(60_000) } as any); }
await new Promise((r) => setTimeout(r, 1500));
const pgCpu = () => { let s = 0; for (const d of fs.readdirSync('/proc')) { if (!/^\d+$/.test(d)) continue; try { const st = fs.readFileSync(`/proc/${d}/stat`, 'utf8'); if (!st.includes('(postgres)')) continue; const f = st.slice(st.lastIndexOf(')') + 2).split(' '); s += Number(f[11]) + Number(f[12]); } catch {} } return s * 10; };
async function run(visitors: number, count: number) {
  const p = pgCpu(); const cpu = process.cpuUsage(); const t = performance.now(); let left = count;
  await Promise.all([...numbers].slice(0, visitors).map(async ([token, number]) => {
    while (left-- > 0) { const done = new Promise<void>((r) => waiting.set(number, r)); await channel.send(token, question); await done; }
  }));
  const { user, system } = process.cpuUsage(cpu);
  console.log(visitors, `ms/turn: wall ${((performance.now() - t) / count).toFixed(2)} node ${((user + system) / 1000 / count).toFixed(2)} pg ${((pgCpu() - p) / count).toFixed(2)}`);
}
for (const n of [1, 1, 10, 10]) await run(n, 60);
await workers.stop(); await engine.close(); await server.stop();
