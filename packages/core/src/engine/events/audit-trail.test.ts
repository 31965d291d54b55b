import { expect, it } from 'vitest';
import { engineFixture, principalOf, startAt } from '../../../test/engine-fixture.ts';
import { platformFixture } from '../../../test/platform-fixture.ts';
import { simulatedClock } from '../../testing/simulated-clock.ts';
import { type AuditRecord, auditLine, auditTrail } from './audit-trail.ts';
import { createEventBus } from './event-bus.ts';
import type { EngineEvents } from './subscribe.ts';

it('[AU1][AU2] the trail says who did what to which thing, where and when, as lines of JSON', async () => {
  const { engine, acme, newChannel } = await platformFixture();
  const channelNumber = await newChannel();
  const lines: string[] = [];
  const trail = auditTrail(engine, (record) => lines.push(auditLine(record)));
  const { id } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  await acme.channels.renewToken(channelNumber);
  await engine.agents.put('acme', { id: 9, name: 'Eve', email: 'eve@example.org' });
  await trail.end();
  const at = new Date(startAt).toISOString();
  expect(lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { at, who: 'person:7', did: 'bot.created', to: `bot:${id}`, brand: 'acme', workspace: 1, details: { botId: id } },
    {
      at,
      who: 'person:7',
      did: 'channel.token_renewed',
      to: `channel:${channelNumber}`,
      brand: 'acme',
      workspace: 1,
      details: { channelNumber },
    },
    { at, who: 'host', did: 'agent.changed', to: 'agent:9', brand: 'acme', details: { agentId: 9 } },
  ]);
});

it('[AU3] the trail leaves out what nobody asked for, unless the host includes it', async () => {
  const { engine, newChannel } = await platformFixture();
  const channelNumber = await newChannel();
  const [asked, all]: [AuditRecord[], AuditRecord[]] = [[], []];
  const trails = [
    auditTrail(engine, (record) => asked.push(record)),
    auditTrail(engine, (record) => all.push(record), { includes: () => true }),
  ];
  const channel = engine.channel({ brand: 'acme', channelNumber });
  await channel.send('visitor', { message: { type: 'text', message: 'hi' } });
  await engine.as(principalOf()).customers.archive(1);
  await Promise.all(trails.map((trail) => trail.end()));
  const by = (records: readonly AuditRecord[]) => records.map(({ who, did }) => `${who} ${did}`);
  expect(by(asked)).toEqual(['person:7 customer.archived', 'person:7 message.recorded']);
  expect(by(all)).toEqual([
    `channel:${channelNumber} customer.created`,
    `channel:${channelNumber} message.recorded`,
    ...by(asked),
  ]);
});

it('[AU4] the trail says how many records a slow writer lost, and reports what it throws', async () => {
  const clock = simulatedClock();
  const events = createEventBus({ clock, timer: clock });
  const [records, faults]: [AuditRecord[], unknown[]] = [[], []];
  const trail = auditTrail(
    { events: { areKept: false, subscribe: events.subscribe as EngineEvents['subscribe'] } },
    async (record) => {
      records.push(record);
      throw new Error('The disk is full.');
    },
    { maxWaiting: 1, includes: () => false, onFault: (error) => faults.push(error) },
  );
  const by = { kind: 'host' } as const;
  events.publish([1, 2, 3].map((at) => ({ type: 'brand.changed', at, brand: 'acme', by })));
  await trail.end();
  expect(records).toEqual([
    { at: new Date(clock.now()).toISOString(), who: 'engine', did: 'events.lost', details: { count: 2 } },
  ]);
  expect(faults).toEqual([new Error('The disk is full.')]);
});

it('[AU5] where events are kept, the trail continues after a restart, and a writer that throws gets the record again', async () => {
  const { engine, acme, storage, clock } = await platformFixture({ keepEvents: { forMs: 1_000_000 } });
  const records: AuditRecord[] = [];
  const faults: unknown[] = [];
  const write = (record: AuditRecord) => {
    records.push(record);
    if (records.length === 1) throw new Error('The disk is full.');
  };
  const first = auditTrail(engine, write, { onFault: (error) => faults.push(error) });
  await turns();
  const { id } = await acme.bots.create({ name: 'Sales', channelFamily: 'native' });
  await turns();
  clock.advance(250);
  await turns();
  await first.end();
  await acme.bots.trash(id);
  const next = engineFixture({ storage, clock, timer: clock, keepEvents: { forMs: 1_000_000 } });
  const second = auditTrail(next.engine, write);
  await turns();
  await second.end();
  expect(records.map(({ did, to, position }) => [did, to, position])).toEqual([
    ['bot.created', `bot:${id}`, 3],
    ['bot.created', `bot:${id}`, 3],
    ['bot.trashed', `bot:${id}`, 4],
  ]);
  const all: AuditRecord[] = [];
  const other = auditTrail(next.engine, (record) => all.push(record), { name: 'other', from: 'oldest' });
  await turns();
  await other.end();
  expect(all.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  expect(all.slice(2)).toEqual(records.slice(1));
  expect(records[2]?.details).toEqual({ botId: id });
  expect(faults).toEqual([new Error('The disk is full.')]);
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
