import { expect, it } from 'vitest';
import { cleanDiagram } from '../../test/diagram-fixture.ts';
import { codeOf, engineFixture, newBot, principalOf, refusalOf, unknownId } from '../../test/engine-fixture.ts';
import { recordsOf } from '../../test/stored-records.ts';
import type { BrandConfiguration } from '../domain/inputs/configuration.ts';
import { type Permission, type Principal, permissions } from '../domain/principal.ts';
import { memoryStorage } from '../memory/index.ts';
import type { BrandEngine } from './engine.ts';
import { tenantRecords } from './tenants/tenant-records.ts';

const token = 'a-token-of-24-characters';
const acmeBrand: BrandConfiguration = {
  name: 'acme',
  plan: 'professional',
  workspaces: [1, 2],
  tokens: [{ token, person: 7 }],
};

it('[PE6][PE8] a token authenticates its principal until the configuration no longer has it', async () => {
  const { engine, storage } = engineFixture();
  expect(await engine.authenticate(token)).toBeUndefined();
  await engine.configure([acmeBrand]);
  expect(await engine.authenticate(token)).toEqual({ brand: 'acme', person: 7, workspaces: [1, 2], permissions });
  expect(await tenantRecords(storage).findBrand('acme')).toEqual({
    name: 'acme',
    plan: 'professional',
    workspaces: [1, 2],
    agents: [{ id: 7, name: '', email: '' }],
  });
  expect(await engine.authenticate(`${token}x`)).toBeUndefined();
  for (const odd of ['', '\u0000', 5, undefined]) expect(await engine.authenticate(odd as string)).toBeUndefined();

  const limited = { token: 'another-token-of-ours', person: 8, permissions: ['view_bots'], workspaces: [2] } as const;
  await engine.configure([{ ...acmeBrand, tokens: [limited] }]);
  expect(await engine.authenticate(token)).toBeUndefined();
  expect(await engine.authenticate(limited.token)).toEqual({
    brand: 'acme',
    person: 8,
    workspaces: [2],
    permissions: ['view_bots'],
  });
});

it('[PE7] the store gets only hashes of tokens', async () => {
  const storage = memoryStorage();
  await engineFixture({ storage }).engine.configure([acmeBrand]);
  expect(JSON.stringify(storage.dump())).not.toContain(token);
  expect(recordsOf(storage, 'agent_token')).toMatchObject([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});

it.for<readonly [string, unknown, string]>([
  [
    'a short token',
    [{ ...acmeBrand, tokens: [{ token: 'x'.repeat(15), person: 1 }] }],
    'invalid_parameters 0.tokens.0.token',
  ],
  [
    'a token given twice',
    [
      {
        ...acmeBrand,
        tokens: [
          { token, person: 1 },
          { token, person: 2 },
        ],
      },
    ],
    'invalid_parameters 0.tokens.1.token',
  ],
  ['a token of two brands', [acmeBrand, { ...acmeBrand, name: 'other' }], 'invalid_parameters 1.tokens.0.token'],
  [
    'a workspace of no brand',
    [{ ...acmeBrand, tokens: [{ token, person: 1, workspaces: [3] }] }],
    'invalid_parameters 0.tokens.0.workspaces',
  ],
  ['a brand given twice', [acmeBrand, { ...acmeBrand, tokens: [] }], 'invalid_parameters 1.name'],
  ['an unknown plan', [{ ...acmeBrand, plan: 'gold' }], 'invalid_parameters 0.plan'],
  [
    'an unknown permission',
    [{ ...acmeBrand, tokens: [{ token, person: 1, permissions: ['all'] }] }],
    'invalid_parameters 0.tokens.0.permissions.0',
  ],
  ['another member', [{ ...acmeBrand, colour: 'red' }], 'field_not_described 0.colour'],
  ['no list', acmeBrand, 'invalid_parameters'],
])('[PE7][PE8][ER3] %s is refused, and what was configured stays', async ([, brands, code]) => {
  const { engine } = engineFixture();
  await engine.configure([acmeBrand]);
  expect(await codeOf(engine.configure(brands as BrandConfiguration[]))).toBe(code);
  expect((await engine.authenticate(token))?.person).toBe(7);
});

const reads: readonly (readonly [string, (caller: BrandEngine, id: string) => Promise<unknown>])[] = [
  ['bots.list', (caller) => caller.bots.list({ page: 0 })],
  ['bots.get', (caller, id) => caller.bots.get(id)],
  ['bots.live', (caller, id) => caller.bots.live(id)],
  ['bots.testDeployment', (caller, id) => caller.bots.testDeployment(id)],
  ['drafts.get', (caller, id) => caller.drafts.get(id)],
  ['drafts.revisions', (caller, id) => caller.drafts.revisions(id, { page: 0 })],
  ['drafts.validate', (caller, id) => caller.drafts.validate(id, 5)],
  ['versions.list', (caller, id) => caller.versions.list(id, { page: 0 })],
  ['versions.get', (caller, id) => caller.versions.get(id, id)],
  ['versions.latest', (caller, id) => caller.versions.latest(id)],
  ['feedback.get', (caller, id) => caller.feedback.get(id)],
  ['catalog.list', (caller) => caller.catalog.list()],
];

const wrong = {} as never;
const writes: readonly (readonly [string, (caller: BrandEngine, id: string) => Promise<unknown>])[] = [
  ['bots.create', (caller) => caller.bots.create(wrong)],
  ['bots.update', (caller, id) => caller.bots.update(id, wrong)],
  ['bots.trash', (caller, id) => caller.bots.trash(id)],
  ['bots.destroy', (caller, id) => caller.bots.destroy(id)],
  ['bots.duplicate', (caller) => caller.bots.duplicate(wrong)],
  ['bots.importOlder', (caller) => caller.bots.importOlder(wrong)],
  ['bots.importOlderVersions', (caller, id) => caller.bots.importOlderVersions(id, wrong)],
  ['drafts.replace', (caller, id) => caller.drafts.replace(id, wrong)],
  ['drafts.applyChangeSet', (caller, id) => caller.drafts.applyChangeSet(id, wrong)],
  ['drafts.addBlocks', (caller, id) => caller.drafts.addBlocks(id, wrong)],
  ['drafts.editBlock', (caller, id) => caller.drafts.editBlock(id, 'x', wrong)],
  ['drafts.deleteBlock', (caller, id) => caller.drafts.deleteBlock(id, 'x')],
  ['drafts.discard', (caller, id) => caller.drafts.discard(id, 5 as never)],
  ['drafts.deployTest', (caller, id) => caller.drafts.deployTest(id, 5 as never)],
  ['versions.publish', (caller, id) => caller.versions.publish(id, 5 as never)],
  ['versions.restore', (caller, id) => caller.versions.restore(id, id, 5 as never)],
  ['versions.label', (caller, id) => caller.versions.label(id, id, 5 as never)],
  ['versions.delete', (caller, id) => caller.versions.delete(id, id)],
  ['feedback.put', (caller, id) => caller.feedback.put(id, wrong)],
];

it.for([
  ...reads.map(([name, call]) => [name, 'view_bots', call] as const),
  ...writes.map(([name, call]) => [name, 'edit_bots', call] as const),
])('[PE1][PE2][PE5] %s needs %s, whatever else is wrong', async ([, permission, call]) => {
  const { acme, engine } = engineFixture();
  const id = await newBot(acme);
  const others = permissions.filter((each) => each !== permission);
  const caller = engine.as(principalOf({ permissions: others }));
  expect(await codeOf(call(caller, id))).toBe('permission_denied');
  expect(await codeOf(call(caller, 'no bot'))).toBe('permission_denied');
});

const block = { blocks: [{ type: 'send_text' }] };
const calls: readonly (readonly [string, (caller: BrandEngine, id: string) => Promise<unknown>])[] = [
  ['bots.get', (caller, id) => caller.bots.get(id)],
  ['bots.update', (caller, id) => caller.bots.update(id, { name: 'x' })],
  ['bots.trash', (caller, id) => caller.bots.trash(id)],
  ['bots.destroy', (caller, id) => caller.bots.destroy(id)],
  ['bots.duplicate', (caller, id) => caller.bots.duplicate({ botId: id })],
  ['bots.importOlderVersions', (caller, id) => caller.bots.importOlderVersions(id, [])],
  ['bots.live', (caller, id) => caller.bots.live(id)],
  ['bots.testDeployment', (caller, id) => caller.bots.testDeployment(id)],
  ['drafts.get', (caller, id) => caller.drafts.get(id)],
  ['drafts.replace', (caller, id) => caller.drafts.replace(id, cleanDiagram())],
  ['drafts.applyChangeSet', (caller, id) => caller.drafts.applyChangeSet(id, { blocks: { delete: ['x'] } })],
  ['drafts.addBlocks', (caller, id) => caller.drafts.addBlocks(id, block)],
  ['drafts.editBlock', (caller, id) => caller.drafts.editBlock(id, 'hidden', { top: 1 })],
  ['drafts.deleteBlock', (caller, id) => caller.drafts.deleteBlock(id, 'hidden')],
  ['drafts.discard', (caller, id) => caller.drafts.discard(id)],
  ['drafts.revisions', (caller, id) => caller.drafts.revisions(id)],
  ['drafts.validate', (caller, id) => caller.drafts.validate(id)],
  ['drafts.deployTest', (caller, id) => caller.drafts.deployTest(id)],
  ['versions.list', (caller, id) => caller.versions.list(id)],
  ['versions.get', (caller, id) => caller.versions.get(id, id)],
  ['versions.latest', (caller, id) => caller.versions.latest(id)],
  ['versions.publish', (caller, id) => caller.versions.publish(id)],
  ['versions.restore', (caller, id) => caller.versions.restore(id, id)],
  ['versions.label', (caller, id) => caller.versions.label(id, id, 'x')],
  ['versions.delete', (caller, id) => caller.versions.delete(id, id)],
  ['feedback.get', (caller, id) => caller.feedback.get(id)],
  ['feedback.put', (caller, id) => caller.feedback.put(id, { enabled: true })],
];

it.for(calls)(
  '[PE3][PE4] %s of a bot that the caller may not see gives the same error as for one that does not exist',
  async ([, call]) => {
    const { acme, engine } = engineFixture();
    const id = await newBot(acme);
    const [bot, draft] = [await acme.bots.get(id), await acme.drafts.get(id)];
    const absent = await refusalOf(call(acme, unknownId));
    expect(absent.code).toBe('bot_not_found');

    for (const principal of [principalOf({ brand: 'other' }), principalOf({ workspaces: [2] })]) {
      const refusal = await refusalOf(call(engine.as(principal), id));
      expect({ ...refusal, message: refusal.message }).toEqual({ ...absent, message: absent.message });
    }
    expect([await acme.bots.get(id), await acme.drafts.get(id)]).toEqual([bot, draft]);
  },
);

it('[PE1] a host can require a permission of a caller', async () => {
  const { engine } = engineFixture();
  const caller = engine.as(principalOf({ permissions: ['view_integrations'] }));
  caller.require('view_integrations');
  expect(() => caller.require('edit_integrations')).toThrow('This needs the permission edit_integrations.');
});

it('[PE9] an engine of a caller keeps checking the principal it was given', async () => {
  const { engine } = engineFixture();
  const principal = { brand: 'acme', person: 7, workspaces: [1], permissions: ['view_bots'] as Permission[] };
  const caller = engine.as(principal);
  principal.permissions.push('edit_bots');
  principal.brand = 'other';
  expect(await codeOf(caller.bots.create({ name: 'x', channelFamily: 'native' }))).toBe('permission_denied');
  expect(caller.principal).toEqual({ brand: 'acme', person: 7, workspaces: [1], permissions: ['view_bots'] });
});

it('[PE9] calls with the same frozen principal share one frozen engine', () => {
  const { engine } = engineFixture();
  const { workspaces, permissions, ...rest } = principalOf();
  const stored = Object.freeze({
    ...rest,
    workspaces: Object.freeze([...workspaces]),
    permissions: Object.freeze([...permissions]),
  });
  const caller = engine.as(stored);
  expect(engine.as(stored)).toBe(caller);
  expect(engine.as({ ...stored })).not.toBe(caller);
  expect([caller, caller.principal, caller.bots, caller.drafts].every(Object.isFrozen)).toBe(true);
});

it('[PE9] a frozen principal whose lists or getters can change is checked each time', () => {
  const { engine } = engineFixture();
  const workspaces = [1];
  const withList = Object.freeze({ ...principalOf(), workspaces });
  let person = 7;
  const withGetter = Object.freeze({
    ...principalOf(),
    workspaces: Object.freeze([1]),
    permissions: Object.freeze([...principalOf().permissions]),
    get person() {
      return person;
    },
  });
  engine.as(withList);
  engine.as(withGetter);
  workspaces.push(2);
  person = 8;
  expect(engine.as(withList).principal.workspaces).toEqual([1, 2]);
  expect(engine.as(withGetter).principal.person).toBe(8);
});

it.for<readonly [unknown]>([
  [{ brand: '' }],
  [{ brand: 5 }],
  [{ person: '7' }],
  [{ workspaces: 1 }],
  [{ workspaces: ['1'] }],
  [{ permissions: ['all'] }],
  [{ permissions: undefined }],
])('[PE9] %j makes no principal', ([change]) => {
  const { engine } = engineFixture();
  expect(() => engine.as({ ...principalOf(), ...(change as Partial<Principal>) })).toThrow(TypeError);
});
