// Compiled and run by `.ci/packages` in a folder that has nothing but the packed packages.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine, isEngineError, type Principal } from '@botwright/core';
import { prepareBot } from '@botwright/core/conversation';
import { checkDiagram, createCatalog, startDiagram } from '@botwright/core/diagram';
import { botCreationSchema, readInput, wireNames } from '@botwright/core/inputs';
import { botLifecycle } from '@botwright/core/lifecycle';
import { memoryStorage } from '@botwright/core/memory';
import { aesCipher } from '@botwright/core/node';
import { readPage } from '@botwright/core/paging';
import type { Cipher, Storage } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { deterministicIds, simulatedClock } from '@botwright/core/testing';
import { createRetryPolicy } from '@botwright/core/webhooks';
import { createBotsApi } from '@botwright/http';
import { nodeListener } from '@botwright/http-node';

const storage: Storage = memoryStorage();
const cipher: Cipher = aesCipher({ keys: [{ id: 'k', key: new Uint8Array(32) }] });
const clock = simulatedClock();
const engine = createEngine({ storage, cipher, clock, ids: deterministicIds(), runner: conversationRunner() });
const author: Principal = { brand: 'acme', person: 7, workspaces: [1], permissions: ['view_bots', 'edit_bots'] };
const { bots, versions } = engine.as(author);

const bot = await bots.create({ name: 'Sales', channelFamily: 'native' });
// @ts-expect-error The packages have types: a name is not a number.
const name: number = bot.name;
assert.equal(String(name), 'Sales');
const refusal: unknown = await versions.publish(bot.id).catch((error: unknown) => error);
assert.ok(isEngineError(refusal), String(refusal));

const publicUrl = 'http://127.0.0.1/v0-alpha';
const server = createServer(nodeListener(createBotsApi({ engine, publicUrl, bearer: async () => author })));
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
const headers = { authorization: 'Bearer any' };
const response = await fetch(`http://127.0.0.1:${port}/v0-alpha/bots/${bot.id}`, { headers });
assert.equal(response.status, 200, await response.text());
server.close();
await engine.close();

const diagram = startDiagram();
assert.notEqual(checkDiagram(diagram, { catalog: createCatalog(), channelFamily: 'native' }).total, 0);
assert.equal(prepareBot({ number: bot.number, channelFamily: 'native', diagram }).number, bot.number);
assert.equal(botLifecycle.decide({ bot }, { kind: 'trash' }).kind, 'accepted');
assert.ok(readPage({ page: 1 }).ok && readInput(wireNames(botCreationSchema), { name: 'A', channel_family: 'a' }).ok);
assert.notEqual(createRetryPolicy().gapsMs.length, 0);
