import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  type AccountConnection,
  type ConnectionCommand,
  type ConnectionDecision,
  type ConnectionProgress,
  connectionLifecycle,
} from './connection-lifecycle.ts';

const { decide, start, statusOf, transitions } = connectionLifecycle;

const startedAt = 1_000;
const end = startedAt + 15 * 60 * 1_000;
const waiting = start({ id: 'c1', kind: 'spreadsheets', startedBy: 7 }, startedAt);
const at = (progress: ConnectionProgress): AccountConnection => ({ ...waiting, progress });
const claimedUntil = (until: number, run = 'r1') => at({ kind: 'claimed', run, until });
const claimed = claimedUntil(startedAt + 30_000);
const connected = at({ kind: 'connected', accountId: 'a1' });
const declined = at({ kind: 'declined' });

it('[CA1][CA2] a connection starts waiting, for fifteen minutes', () => {
  expect(waiting).toEqual({
    id: 'c1',
    kind: 'spreadsheets',
    startedBy: 7,
    createdAt: startedAt,
    expiresAt: end,
    progress: { kind: 'waiting' },
  });
});

it.for([
  [waiting, startedAt, 'pending', undefined],
  [waiting, end - 1, 'pending', undefined],
  [waiting, end, 'expired', 'expired'],
  [claimed, startedAt, 'pending', 'answered'],
  [claimed, startedAt + 29_999, 'pending', 'answered'],
  [claimed, startedAt + 30_000, 'pending', undefined],
  [claimed, end, 'expired', 'expired'],
  [connected, startedAt, 'connected', 'answered'],
  [connected, end, 'connected', 'answered'],
  [declined, startedAt, 'declined', 'answered'],
  [declined, end, 'declined', 'answered'],
] as const)('[CA1][CA2][CA15][CA16] %o at %i is %s, refuses as %s', ([connection, now, status, code]) => {
  expect(statusOf(connection, now)).toBe(status);
  for (const kind of ['open', 'authorize'] as const) {
    const decision = decide(connection, { kind }, { now });
    const expected = code === undefined ? { kind: 'accepted' } : { kind: 'refused', code };
    expect(decision).toEqual({ ...expected, next: connection, effects: [] });
  }
});

const claim: ConnectionCommand = { kind: 'claim', run: 'r2' };
const decline: ConnectionCommand = { kind: 'decline' };
const refused = (connection: AccountConnection, code: 'answered' | 'expired') =>
  ({ kind: 'refused', code, next: connection, effects: [] }) as const;
const claims = (until: number): ConnectionDecision => ({
  kind: 'accepted',
  next: claimedUntil(until, 'r2'),
  effects: [],
});
const declines: ConnectionDecision = { kind: 'accepted', next: declined, effects: [] };

it.for([
  [waiting, decline, startedAt, declines],
  [waiting, decline, end - 1, declines],
  [waiting, decline, end, refused(waiting, 'expired')],
  [waiting, { kind: 'reuse_state' }, startedAt, refused(waiting, 'answered')],
  [claimed, { kind: 'reuse_state' }, startedAt + 30_000, refused(claimed, 'answered')],
  [waiting, { kind: 'reuse_state' }, end, refused(waiting, 'expired')],
  [waiting, claim, startedAt, claims(startedAt + 30_000)],
  [waiting, claim, end - 30_000, claims(end)],
  [waiting, claim, end - 1, claims(end)],
  [waiting, claim, end, refused(waiting, 'expired')],
  [claimed, claim, startedAt + 29_999, refused(claimed, 'answered')],
  [claimed, decline, startedAt + 29_999, refused(claimed, 'answered')],
  [claimed, claim, startedAt + 30_000, claims(startedAt + 60_000)],
  [claimed, decline, startedAt + 30_000, declines],
  [connected, claim, startedAt, refused(connected, 'answered')],
  [declined, decline, startedAt, refused(declined, 'answered')],
] as const)('[CA2][CA12][CA13][CA14][CA15][CA16] %o takes %o at %i', ([connection, command, now, decision]) => {
  expect(decide(connection, command, { now })).toEqual(decision);
});

it.for([
  [claimed, 'r1', startedAt, undefined],
  [claimed, 'r1', startedAt + 30_000, undefined],
  [claimed, 'r1', end - 1, undefined],
  [claimed, 'r1', end, 'expired'],
  [claimed, 'r2', startedAt, 'answered'],
  [claimed, 'r2', startedAt + 30_000, 'answered'],
  [waiting, 'r1', startedAt, 'answered'],
  [connected, 'r1', startedAt, 'answered'],
  [declined, 'r1', startedAt, 'answered'],
  [undefined, 'r1', startedAt, 'expired'],
] as const)('[CA18][CA19] %o may be finished by %s at %i, or is refused as %s', ([connection, run, now, code]) => {
  const effects = [{ kind: 'revoke_tokens' }];
  const refusal = { kind: 'refused', code, next: connection, effects };
  expect(decide(connection, { kind: 'connect', run, accountId: 'a1' }, { now })).toEqual(
    code === undefined ? { kind: 'accepted', next: connected, effects: [] } : refusal,
  );
  expect(decide(connection, { kind: 'reject', run }, { now })).toEqual(
    code === undefined ? { kind: 'accepted', next: declined, effects } : refusal,
  );
});

it('[ER10] a command that there is not is an error that says which there are', () => {
  const attempt = () => decide(waiting, { kind: 'nope' } as never, { now: startedAt });
  expect(attempt).toThrow(TypeError);
  expect(attempt).toThrow(/^There is no command of a connection "nope". There are: open, authorize, /);
});

it('the diagram in the guide matches the transition table', () => {
  const lines = ['stateDiagram-v2', '  [*] --> waiting: start'];
  for (const [command, byStage] of Object.entries(transitions)) {
    for (const [stage, next] of Object.entries(byStage)) {
      if (!next.startsWith('refused')) lines.push(`  ${stage} --> ${next}: ${command}`);
    }
  }
  lines.push('  claimed --> claim_ended: after 30 seconds');
  for (const stage of ['waiting', 'claimed', 'claim_ended']) lines.push(`  ${stage} --> expired: after 15 minutes`);
  for (const stage of ['connected', 'declined', 'expired']) lines.push(`  ${stage} --> [*]`);

  const guide = readFileSync(new URL('../../../../../docs/guide/life-of-a-connection.md', import.meta.url), 'utf8');
  expect(guide).toContain(`\`\`\`mermaid\n${lines.join('\n')}\n\`\`\``);
});

it('[CA61] a claim that a clock made which was ahead is over', () => {
  const now = startedAt + 60_000;
  const command = { kind: 'claim', run: 'r2' } as const;
  const kinds = [now + 30_000, now + 31_000, now + 31_001].map(
    (until) => decide(claimedUntil(until), command, { now }).kind,
  );
  expect(kinds).toEqual(['refused', 'refused', 'accepted']);
});
