import { afterEach, beforeEach, expect, it } from 'vitest';
import { commit, engineStorage } from '../../../test/stored-records.ts';
import { unconfiguredFeedback } from '../../domain/feedback.ts';
import type { Message } from '../../domain/message/message.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import type { Load } from '../records/loads.ts';
import type { Operation } from '../records/operations.ts';
import { decided } from './use-case.ts';

const bot = {
  id: 'b1',
  name: 'Sales',
  foldedName: 'sales',
  workspace: 1,
  channelFamily: 'native',
  state: 'active',
  builder: 'current',
  channels: [],
  testChannel: 't1',
  createdAt: 1,
  editedAt: 1,
} as const;
const draft = {
  botId: 'b1',
  revision: 1,
  diagramJson: '{}',
  violations: [],
  violationsTotal: 0,
  editedAt: 1,
  editedBy: 7,
};
const version = {
  botId: 'b1',
  id: 'v1',
  publishedAt: 1,
  publishedBy: 7,
  builder: 'current',
  diagramJson: '{}',
} as const;
const channel = {
  id: 'c1',
  workspace: 1,
  purpose: 'live',
  name: '',
  type: 'apichat',
  active: true,
  configured: false,
  createdAt: 1,
} as const;
const customer = {
  channelNumber: 1,
  workspace: 1,
  purpose: 'live',
  name: '',
  email: '',
  phone: '',
  archived: false,
  blocked: false,
  optIn: false,
  registerDate: 1,
  unread: 0,
  lastSeq: 0,
  fields: {},
} as const;
const keep = { maxRevisions: 9, maxBytes: 9_999 };
const step = { record: { customerNumber: 1, stateJson: '{}' } };

function message(seq: number): Message {
  const sender = { id: 1, name: 'Ada', type: 'customer' } as const;
  return { type: 'text', data: { body: 'Hi' }, uuid: `m${seq}`, seq, sender, at: seq };
}

let storage: EngineStorage;
beforeEach(async () => {
  const store = memoryStorage();
  storage = engineStorage(store);
  await commit(
    store,
    'acme',
    { kind: 'insertBot', bot: { ...bot, number: 1 }, channels: [], draft },
    { kind: 'insertChannel', channel: { ...channel, number: 1 } },
    { kind: 'insertCustomer', customer: { ...customer, number: 1 } },
  );
});
afterEach(() => storage.close());

/** @returns Whether the decision was stored, or why not. */
async function outcome(batches: readonly (readonly Load[])[], operations: readonly Operation[]): Promise<string> {
  const noted: Operation = { kind: 'updateChannel', number: 1, change: { name: 'Changed' } };
  const attempt = storage.perform('acme', function* () {
    for (const batch of batches) yield batch;
    return decided({ operations: [noted, ...operations] }, () => 'stored');
  });
  const message = await attempt.catch((error: Error) => error.message);
  const name = (await storage.reads('acme').load({ kind: 'channel', number: 1 }))?.name;
  expect(name).toBe(message === 'stored' ? 'Changed' : '');
  return message;
}

const lockedBot: Load = { kind: 'lockedBot', id: 'b1' };
const locked: Load = { kind: 'customer', number: 1 };

const ofBot: readonly Operation[] = [
  { kind: 'updateBot', id: 'b1', change: { name: 'Other' } },
  { kind: 'putDraft', next: { ...draft, revision: 2 }, expected: 1, keep },
  { kind: 'reserveVersion', version, at: 1 },
  { kind: 'dropReservation', botId: 'b1', id: 'v1' },
  { kind: 'putFeedback', botId: 'b1', configuration: unconfiguredFeedback },
  { kind: 'putTestDeployment', deployment: { ...draft, id: 'd1', deployedAt: 1, deployedBy: 7 } },
  { kind: 'destroyBot', id: 'b1' },
];
const revealed: readonly Operation[] = [
  { kind: 'reserveVersion', version, at: 1 },
  { kind: 'revealVersion', botId: 'b1', id: 'v1', at: 1 },
];
/** Changes of a version, of which the last is checked. */
const ofVersion: readonly (readonly Operation[])[] = [
  revealed,
  [...revealed, { kind: 'labelVersion', botId: 'b1', id: 'v1', label: 'First' }],
  [...revealed, { kind: 'deleteVersion', botId: 'b1', id: 'v1' }],
];
const ofCustomer: readonly Operation[] = [
  { kind: 'updateCustomer', number: 1, change: { unread: 1 } },
  { kind: 'insertMessage', customer: 1, message: message(1) },
  { kind: 'enqueue', customer: 1, item: { kind: 'start' }, at: 1 },
  { kind: 'clearDeaths', customer: 1 },
  { kind: 'giveUpStep', customer: 1, step },
  { kind: 'endStep', customer: 1, worker: 'w', step },
  { kind: 'eraseCustomer', number: 1, at: 1 },
];

it.each(ofBot)('[ST16][ST81] a bot is locked before its change: $kind', async (operation) => {
  expect(await outcome([[{ kind: 'bot', id: 'b1' }]], [operation])).toContain('must lock a bot');
  expect(await outcome([[{ kind: 'lockedBot', id: 'b2' }]], [operation])).toContain('must lock a bot');
  expect(await outcome([[lockedBot]], [operation])).toBe('stored');
});

it.for(ofVersion)('[ST16] a bot is locked before a change of its versions, case %#', async (operations) => {
  expect(await outcome([[{ kind: 'bot', id: 'b1' }]], operations.slice(-1))).toContain('must lock a bot');
  expect(await outcome([[lockedBot]], operations)).toBe('stored');
});

it.each(ofCustomer)('[ST67] a customer is locked before its change: $kind', async (operation) => {
  expect(await outcome([[{ kind: 'inboxEntry', customer: 1 }]], [operation])).toContain('must lock a customer');
  expect(await outcome([[{ kind: 'customer', number: 2 }]], [operation])).toContain('must lock a customer');
  expect(await outcome([[locked]], [operation])).toBe('stored');
});

it.for<[string, readonly (readonly Load[])[], readonly Operation[], string]>([
  [
    'a bot that is made is locked until it is destroyed',
    [],
    [
      { kind: 'insertBot', bot: { ...bot, id: 'b2', number: 7 }, channels: [], draft: { ...draft, botId: 'b2' } },
      { kind: 'destroyBot', id: 'b2' },
      { kind: 'updateBot', id: 'b2', change: { name: 'Other' } },
    ],
    'The brand has no such bot.',
  ],
  [
    'a bot that the brand does not have is not changed',
    [[{ kind: 'lockedBot', id: 'b2' }]],
    [{ kind: 'updateBot', id: 'b2', change: { name: 'Other' } }],
    'The brand has no such bot.',
  ],
  [
    'the revision of a draft grows',
    [[lockedBot]],
    [{ kind: 'putDraft', next: draft, expected: 1, keep }],
    'The revision of a draft must grow.',
  ],
  [
    'a customer that the brand does not have is not changed',
    [[{ kind: 'customer', number: 2 }]],
    [{ kind: 'updateCustomer', number: 2, change: { unread: 1 } }],
    'The brand has no such customer.',
  ],
  [
    'an erased customer is not changed',
    [[locked]],
    [
      { kind: 'eraseCustomer', number: 1, at: 1 },
      { kind: 'enqueue', customer: 1, item: { kind: 'start' }, at: 1 },
    ],
    'The brand has no such customer.',
  ],
  [
    'messages have no gap',
    [[locked]],
    [{ kind: 'insertMessage', customer: 1, message: message(2) }],
    "A message must be numbered one more than the customer's last.",
  ],
  [
    'messages follow each other',
    [[locked]],
    [1, 2].map((seq) => ({ kind: 'insertMessage', customer: 1, message: message(seq) })),
    'stored',
  ],
  [
    'the work of a customer is loaded behind its lock',
    [[{ kind: 'work', customer: 1, worker: 'w' }, locked]],
    [],
    'A use-case must lock a customer before it writes to it.',
  ],
  ['both in one batch', [[locked, { kind: 'work', customer: 1, worker: 'w' }]], [], 'stored'],
  [
    'a customer has the purpose of its channel, whether or not that was loaded',
    [],
    [{ kind: 'insertCustomer', customer: { ...customer, purpose: 'test', number: 7 } }],
    'A customer must have the workspace and the purpose of its channel.',
  ],
  [
    'the brand has the channel of a customer',
    [[{ kind: 'channel', number: 9 }]],
    [{ kind: 'insertCustomer', customer: { ...customer, channelNumber: 9, number: 7 } }],
    'The brand has no such channel.',
  ],
  [
    'a customer that is made is locked',
    [[{ kind: 'customerByToken', channel: 1, token: 't' }]],
    [
      { kind: 'insertCustomer', customer: { ...customer, token: 't', number: 7 } },
      { kind: 'insertMessage', customer: 7, message: message(1) },
    ],
    'stored',
  ],
])('[ST17][ST32][ST67][ST68][ST69][ST74][CQ4] %s', async ([, batches, operations, expected]) => {
  expect(await outcome(batches, operations)).toBe(expected);
});
