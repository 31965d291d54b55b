import { createServer, type RequestListener } from 'node:http';
import { createEngine, type Engine, permissions } from '@botwright/core';
import { param } from '@botwright/core/diagram';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import { type AccountProvider, type EffectHost, ProviderError } from '@botwright/core/ports';
import { conversationRunner, defineBlock, leave, waitForResult } from '@botwright/core/runner';
import { simulatedClock } from '@botwright/core/testing';
import { botsOperations, combineApis, createBotsApi, createConnectPage, ownAccountOperations } from '@botwright/http';
import { nodeListener } from '@botwright/http-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brands, tokens } from '../support/callers.ts';
import { closeServer, listen } from '../support/listen.ts';

const hour = 60 * 60 * 1_000;

/** A service for leads, with a provider of the host's own. */
function startCrm(now: () => number) {
  const leads: string[] = [];
  let tokensGiven = 0;
  let isRevoked = false;
  const newToken = () => {
    tokensGiven += 1;
    return {
      accessToken: `access-${tokensGiven}`,
      refreshToken: 'refresh',
      expiresAt: now() + hour,
      scopes: ['leads'],
    };
  };
  const provider = {
    kind: 'crm',
    title: 'Acme CRM',
    purpose: 'Its bots will add <leads> there.',
    requiredScopes: ['leads'],
    authorizationUrl: ({ state, redirectUri }) => `${redirectUri}?${new URLSearchParams({ state, code: 'yes' })}`,
    exchangeCode: async () => ({ externalId: 'ann', name: 'Ann at Acme', tokens: newToken() }),
    refresh: async () => newToken(),
    revoke: async () => undefined,
    async addLead(accessToken: string, name: string) {
      if (isRevoked) throw new ProviderError('revoked', 'The account is gone.');
      leads.push(`${name} with ${accessToken}`);
      return leads.length;
    },
  } satisfies AccountProvider & { addLead(accessToken: string, name: string): Promise<number> };
  return {
    provider,
    leads,
    revokeAll() {
      isRevoked = true;
    },
  };
}

/** Adds the visitor to the CRM. */
const addLead = defineBlock({
  definition: {
    name: 'add_lead',
    template: 'acme_lead',
    title: 'Add a lead',
    description: 'Adds the visitor to the CRM.',
    group: 'acme',
    canBeWelcome: true,
    waits: true,
    variants: [
      {
        params: [param('account', 'string', { required: true, description: 'The CRM account.' })],
        outputs: ['$success', '$failed'],
      },
    ],
    references: [{ to: 'account', param: 'account', kind: 'crm' }],
  },
  behaviour: {
    enter: ({ params }) =>
      waitForResult({ kind: 'host', name: 'acme.lead', data: { account: String(params['account']) } }),
    resolve: (_context, outcome) => {
      const body = outcome.ok ? `Lead ${outcome.value}` : `No lead: ${outcome.reason}`;
      return leave(outcome.ok ? '$success' : '$failed', { messages: [{ type: 'text', body }] });
    },
  },
});

const clock = simulatedClock(Date.UTC(2026, 0, 1));
const crm = startCrm(() => clock.now());
const blocks = [addLead];
let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
const server = createServer((request, response) => listener(request, response));
let origin: string;
let engine: Engine;
const ann = { brand: 'acme', person: 7, workspaces: [1, 2], permissions };

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
  const effects: EffectHost = {
    async carryOut(effect, { brand }) {
      if (effect.kind !== 'host' || effect.name !== 'acme.lead') return 'unhandled';
      return engine.accountEffects.own(
        crm.provider,
        { brand, accountId: String(effect.data['account']) },
        (provider, token) => provider.addLead(token, 'Ada'),
      );
    },
  };
  engine = createEngine({
    storage: memoryStorage(),
    clock,
    cipher: aesCipher({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(1) }] }),
    blocks,
    runner: conversationRunner({ blocks }),
    effects,
    connectedAccounts: { providers: [crm.provider], connectUrl: `${origin}/connect` },
  });
  await engine.configure(brands);
  const operations = [...botsOperations, ...ownAccountOperations({ kind: 'crm', title: 'CRM' })];
  const signIn = { member: async () => ann, url: () => origin };
  const api = combineApis(
    createBotsApi({ engine, clock, publicUrl: `${origin}/v0-alpha`, operations, rateLimit: 0 }),
    createConnectPage({ engine, clock, publicUrl: `${origin}/connect`, signIn }),
  );
  listener = nodeListener(api);
});

afterAll(async () => {
  await closeServer(server);
  await engine.close();
});

async function call<T>(method: string, path: string, body?: unknown): Promise<{ status: number; data: T }> {
  const answer = await fetch(`${origin}/v0-alpha${path}`, {
    method,
    headers: { authorization: `Token ${tokens.acme}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, data: ((await answer.json()) as { data: T }).data };
}

interface Started {
  readonly id: string;
  readonly status: string;
  readonly url: string;
  readonly account_id?: string;
}

describe('an account of a kind of the host', () => {
  let account: string;

  it('[AP50][CN21][CA58][CA59] is connected over HTTP and by the page', async () => {
    const started = await call<Started>('POST', '/connected-accounts/crm/connections');
    expect([started.status, started.data.status]).toEqual([201, 'pending']);
    const page = await fetch(started.data.url);
    const html = await page.text();
    expect(html).toContain('Acme CRM. Its bots will add &lt;leads&gt; there.');

    const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const departure = await fetch(started.data.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin,
        cookie: (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
      },
      body: new URLSearchParams({ token, answer: 'connect' }),
    });
    const consent = /href="([^"]+)"/.exec(await departure.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await (await fetch(consent)).text()).toContain('Ann at Acme');

    const done = await call<Started>('GET', `/connected-accounts/crm/connections/${started.data.id}`);
    expect(done.data).toMatchObject({ status: 'connected', account_id: expect.any(String) });
    account = done.data.account_id as string;
    const listed = await call('GET', '/connected-accounts/crm');
    expect(listed.data).toEqual([{ id: account, name: 'Ann at Acme' }]);
    const other = await call('GET', `/connected-accounts/scheduler/connections/${started.data.id}`);
    expect(other.status).toBe(404);
  });

  it('[AP50] is in the contract that is served', async () => {
    const contract = await (
      await fetch(`${origin}/v0-alpha/openapi.yml`, { headers: { authorization: `Token ${tokens.acme}` } })
    ).text();
    for (const id of ['listCrmAccounts', 'startCrmConnection', 'getCrmConnection']) expect(contract).toContain(id);
  });

  it('[CA60] is used through its own provider, whose types are preserved', async () => {
    const { accounts } = engine.as(ann);
    const added: number = await accounts.ask(crm.provider, account, (provider, token) =>
      provider.addLead(token, 'Eva'),
    );
    expect([added, crm.leads]).toEqual([1, ['Eva with access-1']]);
    const another = startCrm(() => 0).provider;
    const refused = 'The provider of crm is not one of this engine';
    await expect(accounts.ask(another, account, async () => 1)).rejects.toThrow(refused);
    await expect(
      engine.accountEffects.own(another, { brand: 'acme', accountId: account }, async () => 1),
    ).rejects.toThrow(refused);
    await expect(accounts.ask(crm.provider, 'absent', async () => 1)).rejects.toMatchObject({
      code: 'account_not_found',
    });
    await expect(accounts.list('erp')).rejects.toThrow('kind: Expected one of spreadsheets, scheduler, crm.');
  });

  it('[CA59][CA60] is checked in drafts, and used by a bot in conversations', async () => {
    const { data: bot } = await call<{ id: string }>('POST', '/bots', {
      name: 'Leads',
      channel_family: 'native',
      workspace: 1,
    });
    const lead = (id: string) => ({ blocks: [{ id: 'welcome', type: 'add_lead', params: { account: id } }] });
    const codes = async (id: string) => {
      await call('PATCH', `/bots/${bot.id}/draft`, { blocks: { delete: ['welcome'] } });
      const { data } = await call<{ violations: { code: string }[] }>('POST', `/bots/${bot.id}/draft/blocks`, lead(id));
      return data.violations.map(({ code }) => code);
    };
    expect([await codes('absent'), await codes(account)]).toEqual([['account_unknown'], []]);
    expect((await call('POST', `/bots/${bot.id}/versions`)).status).toBe(201);

    const { conversations } = engine.as(ann);
    const talk = async () => {
      const { customer, after } = await conversations.start({ bot: bot.id, visitor: 'v' });
      await conversations.runUntilIdle(customer);
      return (await conversations.messages(customer, after)).map(({ data }) => (data as { body?: string }).body);
    };
    expect(await talk()).toEqual(['Lead 2']);
    clock.advance(2 * hour);
    expect(await talk()).toEqual(['Lead 3']);
    expect(crm.leads).toEqual(['Eva with access-1', 'Ada with access-1', 'Ada with access-2']);

    expect(await engine.rotateKeys()).toMatchObject({ unreadable: 0 });
    crm.revokeAll();
    expect(await talk()).toEqual(['No lead: account_not_found']);
    expect((await call('GET', '/connected-accounts/crm')).data).toEqual([]);
  });
});

it.for(['CRM', '', 'a/b', 'x'.repeat(65)])('[CA58] a provider of the kind %j is refused', (kind) => {
  const provider: AccountProvider = { ...crm.provider, kind };
  const connectedAccounts = { providers: [provider], connectUrl: 'https://bots.example/connect' };
  expect(() => createEngine({ storage: memoryStorage(), connectedAccounts })).toThrow(/^The kind ".*" of a provider: /);
});
