import { expect, it } from 'vitest';
import { type AccountFixture, accountFixture, connectAccount, connectUrl } from '../../../test/account-fixture.ts';
import type { HostedEffect, SchedulerEffect, SpreadsheetEffect } from '../../domain/conversation/effects.ts';
import type { EffectHost, EffectPlace } from '../../ports/effect-host.ts';
import { accountEffectHost } from './account-effects.ts';
import { accountProviders } from './account-providers.ts';

const brand = 'acme';
const place: EffectPlace = {
  brand,
  workspace: 1,
  customerNumber: 1,
  channelNumber: 1,
  userAgent: 'acme/webhooks',
  signal: new AbortController().signal,
};
const cells = [{ column: 1, value: 'Ada' }] as const;

function insertInto(authId: string): SpreadsheetEffect {
  const sheet = { spreadsheetId: 'development-leads', sheetName: 'Leads' };
  return { kind: 'spreadsheet', id: 'e', awaited: true, action: 'insert_row', authId, ...sheet, cells };
}

function bookWith(authId: string): SchedulerEffect {
  return { kind: 'scheduler', id: 'e', awaited: true, authId, schedulingUrl: 'https://book.example/ann' };
}

function hostOf({ engine, pretend }: AccountFixture): EffectHost {
  const { providers } = pretend;
  return accountEffectHost(engine.accountEffects, accountProviders({ providers, connectUrl }));
}

it('[CA55] uses the accounts of the conversation’s brand', async () => {
  const fixture = accountFixture();
  const host = hostOf(fixture);
  const insert = insertInto(await connectAccount(fixture));
  const effects = [insert, bookWith(await connectAccount(fixture, 'scheduler'))];
  const notFound = { ok: false, reason: 'account_not_found' };
  for (const effect of effects) {
    expect(await host.carryOut(effect, { ...place, brand: 'umbrella' })).toEqual(notFound);
    expect(await host.carryOut(effect, place)).toEqual({ ok: true });
  }
  expect(await host.carryOut({ ...insert, action: 'get_row', reference: cells[0] }, place)).toEqual({
    ok: true,
    value: { cells },
  });
});

it('[CA55] does not handle effects of other kinds, or of account kinds without a provider', async () => {
  const fixture = accountFixture();
  const code: HostedEffect = { kind: 'code', id: 'e', awaited: true, source: '1' };
  expect(await hostOf(fixture).carryOut(code, place)).toBe('unhandled');
  const withNone = accountEffectHost(fixture.engine.accountEffects, accountProviders(undefined));
  for (const effect of [insertInto('a'), bookWith('a')]) {
    expect(await withNone.carryOut(effect, place)).toBe('unhandled');
  }
});

it('[CA56] makes no further request once the effect is aborted, at any point', async () => {
  const fixture = accountFixture();
  const host = hostOf(fixture);
  const insert = insertInto(await connectAccount(fixture));
  const gone = new AbortController();
  fixture.pretend.fail('insertRow', 'revoked');
  fixture.pretend.before('refresh', async () => gone.abort());
  await host.carryOut(insert, { ...place, signal: gone.signal });
  await host.carryOut(insert, { ...place, signal: gone.signal });
  const asked = fixture.pretend.calls.filter((call) => call === 'insertRow' || call === 'refresh');
  expect(asked).toEqual(['insertRow', 'refresh']);
});

it('[CA57] a repeated insert_row inserts another row', async () => {
  const fixture = accountFixture();
  const insert = insertInto(await connectAccount(fixture));
  for (const _ of [1, 2]) expect(await hostOf(fixture).carryOut(insert, place)).toEqual({ ok: true });
  expect(fixture.pretend.calls.filter((call) => call === 'insertRow').length).toBe(2);
});
