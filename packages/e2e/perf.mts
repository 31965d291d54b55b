import { rmSync, statSync } from 'node:fs';
import { createEngine, permissions } from '@botwright/core';
import { conversationRunner } from '@botwright/core/runner';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { replayConversation } from '@botwright/testing';
import { diagramOf } from './test/support/diagrams.ts';
import { readsOf, commit } from '../core/test/stored-records.ts';

const blocks: any = {}; const connections: string[] = [];
for (let n = 0; n < 60; n++) { blocks[n === 0 ? 'start' : `q${n}`] = ['ask_question', { text: `Question number ${n}, @{f${Math.max(0,n-1)}}? Please answer it now.`, destination: `f${n}` }]; if (n > 0) connections.push(`${n === 1 ? 'start' : `q${n-1}`}.$success--q${n}`); }
const sketch = diagramOf(blocks, connections, 'apichat');
const day = 86400000;
async function setup(file: string, journal: boolean) {
  rmSync(file, { force: true }); rmSync(file + '-wal', { force: true });
  const storage = sqliteStorage({ file });
  const engine = createEngine({ storage, runner: conversationRunner(), ...(journal && { journal: { forMs: 30 * day } }) });
  await engine.configure([{ name: 'acme', plan: 'professional', workspaces: [1], tokens: [] }]);
  const caller = engine.as({ brand: 'acme', person: 7, workspaces: [1], permissions });
  const channel = await readsOf(storage, 'acme').load({ kind: 'channelNumber' });
  await commit(storage, 'acme', { kind: 'insertChannel', channel: { number: channel, id: 'c0000000-0000-4000-8000-000000000001', name: 'Chat', type: 'apichat', workspace: 1, purpose: 'live', active: true, configured: false, createdAt: 1 } });
  const bot = await caller.bots.create({ name: 'B', channelFamily: 'apichat', diagram: sketch });
  await caller.versions.publish(bot.id);
  let n = 0;
  async function conversations(count: number) {
    for (let c = 0; c < count; c++) {
      const token = `v${n++}`;
      for (let t = 0; t < 20; t++) {
        const { customer } = await engine.channel({ brand: 'acme', channelNumber: channel }).send(token, { message: { type: 'text', message: t === 0 ? 'hello there' : `An answer of some words ${t}` } } as any);
        await caller.conversations.runUntilIdle(customer.number);
      }
    }
  }
  return { storage, engine, caller, bot, conversations };
}
const on = await setup('/tmp/r/on.db', true); const off = await setup('/tmp/r/off.db', false);
await on.conversations(10); await off.conversations(10);
const spent = { on: 0, off: 0 };
const ratios: number[] = [];
for (let round = 0; round < Number(process.argv[2] ?? 30); round++) {
  const t: any = {};
  for (const [name, s] of (round % 2 ? [['on', on], ['off', off]] : [['off', off], ['on', on]]) as any) {
    const b = process.cpuUsage(); await s.conversations(5); const u = process.cpuUsage(b); t[name] = u.user + u.system; spent[name] += t[name];
  }
  ratios.push(t.on / t.off);
}
ratios.sort((a, b) => a - b);
const turns = (Number(process.argv[2] ?? 30)) * 5 * 20;
console.log('cpu us/turn', spent.on / turns, spent.off / turns, 'median ratio', ratios[ratios.length >> 1]);
const raw: any = await on.storage.read('store', [{ do: 'list', kind: 'journal', list: 'old', order: 'oldest', within: [], where: {}, offset: 0 }] as any);
const { DatabaseSync } = await import('node:sqlite');
const db = new DatabaseSync('/tmp/r/on.db');
console.log(db.prepare('SELECT count(*) AS n, sum(length(steps_json)) AS steps, sum(length(start_json)) AS starts, sum(length(version)) v FROM journal_records').get());
console.log(db.prepare("SELECT steps_json FROM journal_records LIMIT 3").all());
try { console.log(db.prepare("SELECT name, sum(pgsize) AS bytes FROM dbstat WHERE name LIKE 'journal%' OR name LIKE '%journal%' GROUP BY name").all()); } catch (e) { console.log(String(e)); }
console.log(db.prepare('SELECT sum(length(journal)) AS open, count(*) AS c FROM conversation_records').get());
// replay
const held = [];
for (let page = 1; held.length < 1000; page++) { const got = await on.caller.conversations.journal(on.bot.id, { page, pageSize: 100 }); if (!got.items.length) break; held.push(...got.items); }
while (held.length < 1000) held.push(...held.slice(0, 1000 - held.length));
const version: any = await on.caller.bots.live(on.bot.id);
const whole = { diagram: version.diagram, number: on.bot.number, channelFamily: 'apichat' };
const other = { ...whole, diagram: diagramOf({ ...blocks, q15: ['ask_question', { text: 'Other?', destination: 'f15' }] }, connections, 'apichat') };
for (const [name, draft] of [['same', whole], ['otherwise', other]] as const) {
  const b = process.cpuUsage(); const t = performance.now(); const kinds: any = {};
  for (const c of held) { const r = replayConversation(c, draft as any, { held: whole as any }); kinds[r.kind] = (kinds[r.kind] ?? 0) + 1; }
  const u = process.cpuUsage(b);
  console.log(name, held.length, held[5]!.steps.length, kinds, 'cpu ms', (u.user + u.system) / 1000, 'wall', performance.now() - t);
}
process.exit(0);
