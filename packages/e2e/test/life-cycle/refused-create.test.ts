import {
  type BotCreation,
  type BrandEngine,
  createEngine,
  type Engine,
  isEngineError,
  type Permission,
  type Principal,
  permissions,
} from '@botwright/core';
import type { ChannelDeployer } from '@botwright/core/ports';
import { describe, expect, it } from 'vitest';
import { openStore, type StoreName, storeNames } from '../support/stores.ts';
import { watchPrograms } from '../support/watched-programs.ts';
import { diagramOf } from './diagrams.ts';

const channelFamily = 'native';
const unknownBot = '00000000-0000-4000-8000-000000000000';

const linking = {
  nodes: {
    ...(diagramOf('clean', 1) as { nodes: object }).nodes,
    jump: { id: 'jump', path: 'jump', template: 'bot_link', params: { bot: unknownBot, version: 3 } },
  },
  connections: {},
};

const refusals: readonly (readonly [title: string, creation: unknown, code: string])[] = [
  ['a name that is too long', { name: 'x'.repeat(51), channelFamily }, 'bot_name_not_accepted'],
  ['no name', { channelFamily }, 'invalid_parameters'],
  ['a name that is no text', { name: 5, channelFamily }, 'invalid_parameters'],
  ['an unknown family', { name: 'Sales', channelFamily: 'pigeon' }, 'channel_family_not_accepted'],
  ['a foreign workspace', { name: 'Sales', channelFamily, workspace: 9 }, 'workspace_not_accepted'],
  [
    'a diagram that breaks rules',
    { name: 'Sales', channelFamily, diagram: diagramOf('broken', 1) },
    'diagram_has_violations',
  ],
  [
    'a diagram that only warns',
    { name: 'Sales', channelFamily, diagram: diagramOf('warned', 1) },
    'diagram_has_violations',
  ],
  ['a diagram that is none', { name: 'Sales', channelFamily, diagram: { nodes: [] } }, 'invalid_parameters'],
  ['a link to no bot', { name: 'Sales', channelFamily, diagram: linking }, 'linked_bot_not_found'],
  ['a source', { name: 'Sales', channelFamily, source: unknownBot }, 'source_not_implemented'],
  ['a source and a diagram', { name: 'Sales', channelFamily, source: unknownBot, diagram: {} }, 'diagram_with_source'],
  ['a failing channel', { name: 'Sales', channelFamily, diagram: diagramOf('clean', 1) }, 'dependency_failed'],
];

const deaf: ChannelDeployer = {
  prepareVersion: () => Promise.reject(new Error('unreachable')),
  prepareTest: () => Promise.reject(new Error('unreachable')),
};

describe.for(storeNames)('on %s', (store) => {
  it.for(refusals)('[BO7] a creation with %s leaves no row anywhere', async ([, creation, code]) => {
    const { engine, caller, dump } = await startEngine(store);
    const before = await dump();
    await expectRefusal(caller.bots.create(creation as BotCreation), code);
    expect(await dump()).toEqual(before);

    const request = { path: '/bots', key: 'k1', fingerprint: 'f1', encode: () => 'answer' };
    const once = engine.once(caller.principal, request, (own) => own.bots.create(creation as BotCreation));
    await expectRefusal(once, code);
    expect(await dump()).toEqual(before);
  });

  it('[BO7][PE1] a creation without the permission leaves no row anywhere', async () => {
    const { engine, dump } = await startEngine(store);
    const before = await dump();
    const reader = engine.as(principalWith(['view_bots']));
    await expectRefusal(reader.bots.create({ name: 'Sales', channelFamily }), 'permission_denied');
    expect(await dump()).toEqual(before);
  });

  it.for(['draft', 'channel', 'test_deployment'])(
    '[BO7] a creation whose %s cannot be written leaves no row anywhere',
    async (kind) => {
      const { storage, dump } = await openStore(store);
      const fault = new Error('The disk is full.');
      const failing = watchPrograms(storage, (operations) => {
        if (operations.some((each) => each.do === 'put' && each.kind === kind)) throw fault;
      });
      const engine = createEngine({ storage: failing });
      const before = await dump();
      const creation = { name: 'Sales', channelFamily, diagram: diagramOf('clean', 1) };
      const attempt = engine.as(principalWith(permissions)).bots.create(creation);
      expect(await attempt.catch((error: unknown) => error)).toBe(fault);
      expect(await dump()).toEqual(before);
    },
  );

  it('[BO7] a creation that succeeds leaves rows', async () => {
    const { caller, dump } = await startEngine(store);
    const before = await dump();
    await caller.bots.create({ name: 'Sales', channelFamily });
    expect(await dump()).not.toEqual(before);
  });
});

async function startEngine(
  store: StoreName,
): Promise<{ engine: Engine; caller: BrandEngine; dump(): Promise<unknown> }> {
  const { storage, dump } = await openStore(store);
  const engine = createEngine({ storage, channelDeployer: deaf });
  const caller = engine.as(principalWith(permissions));
  await caller.bots.create({ name: 'There before', channelFamily });
  return { engine, caller, dump };
}

function principalWith(granted: readonly Permission[]): Principal {
  return { brand: 'acme', person: 7, workspaces: [1], permissions: granted };
}

async function expectRefusal(attempt: Promise<unknown>, code: string): Promise<void> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isEngineError(error) ? error.code : error).toBe(code);
}
