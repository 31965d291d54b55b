import { expect, it } from 'vitest';
import { answerTo, member, startAccountEngine, startLink } from '../support/account-engine.ts';
import { storeNames } from '../support/stores.ts';

const quarter = 15 * 60 * 1_000;

it.for(storeNames)('[CA20] of 100 answers to one link at once exactly one decides it, on %s', async (name) => {
  const system = await startAccountEngine(name);
  const { engine, acme } = system;
  const { id, link } = await startLink(system);
  const answers: Awaited<ReturnType<typeof answerTo>>[] = [];
  for (let count = 0; count < 90; count += 1) {
    const person = { id: `person ${count}`, name: 'Somebody', email: 'somebody@example.com' };
    answers.push(await answerTo(system, link, person));
  }
  const outcomes = await Promise.all([
    ...answers.map((answer) => engine.accountLinks.callback(answer, member)),
    ...Array.from({ length: 10 }, () => engine.accountLinks.cancel(link, member)),
  ]);

  expect(outcomes.filter(({ kind }) => kind !== 'refused').length).toBe(1);
  expect(outcomes.filter((each) => each.kind === 'refused' && each.reason === 'answered').length).toBe(99);
  const { status, accountId } = await acme.accounts.getConnection('spreadsheets', id);
  const listed = (await acme.accounts.list('spreadsheets')).map((account) => account.id);
  expect([status, listed]).toEqual(accountId === undefined ? ['declined', []] : ['connected', [accountId]]);
});

it.for(storeNames)('[CA2] at 14:59.999 a link can be answered, at 15:00.000 it is expired, on %s', async (name) => {
  const system = await startAccountEngine(name);
  const { engine, acme, clock } = system;
  const [first, second] = [await startLink(system), await startLink(system)];
  clock.advance(quarter - 1);
  const answer = await answerTo(system, first.link);
  expect((await engine.accountLinks.callback(answer, member)).kind).toBe('connected');
  clock.advance(1);
  const expired = { kind: 'refused', reason: 'expired' };
  expect(await engine.accountLinks.cancel(second.link, member)).toEqual(expired);
  const statusOf = async (id: string) => (await acme.accounts.getConnection('spreadsheets', id)).status;
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['connected', 'expired']);
});

it.for(storeNames)(
  '[CA24][CA35][CA40][CA41] an account is refreshed and returns, and no secret is kept, on %s',
  async (name) => {
    const system = await startAccountEngine(name);
    const { engine, acme, clock, pretend } = system;
    const secrets: string[] = [];
    const connect = async () => {
      const { id, link } = await startLink(system);
      const answer = await answerTo(system, link);
      await engine.accountLinks.callback(answer, member);
      secrets.push(link, answer.state);
      return (await acme.accounts.getConnection('spreadsheets', id)).accountId ?? '';
    };
    const id = await connect();
    clock.advance(60 * 60 * 1_000);
    await Promise.all(Array.from({ length: 20 }, () => acme.accounts.listSpreadsheets(id)));
    expect(pretend.calls.filter((call) => call === 'refresh').length).toBe(1);
    expect(await connect()).toBe(id);

    const kept = JSON.stringify(await system.dump());
    expect(kept).toContain('ada@example.com');
    for (const secret of [...secrets, ...system.secrets]) expect(kept).not.toContain(secret);
  },
);
