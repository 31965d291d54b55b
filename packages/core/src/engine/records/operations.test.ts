import { describe, expect, it } from 'vitest';
import {
  sampleAccount,
  sampleBot,
  sampleChannel,
  sampleCustomer,
  sampleDraft,
  sampleHook,
  sampleMessage,
  sampleVersion,
} from '../../../test/sample-records.ts';
import { commit, readsOf } from '../../../test/stored-records.ts';
import { unconfiguredFeedback } from '../../domain/feedback.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { Storage } from '../../ports/storage.ts';
import { load } from '../use-case/use-case.ts';
import type { Load } from './loads.ts';
import type { Operation } from './operations.ts';

const bot: Operation = {
  kind: 'insertBot',
  bot: sampleBot,
  channels: [{ ...sampleChannel, botId: 'b1', purpose: 'test' }],
  draft: sampleDraft,
};
const channel: Operation = { kind: 'insertChannel', channel: { ...sampleChannel, number: 9, id: 'c9' } };
const hook: Operation = { kind: 'insertHook', hook: { ...sampleHook, channelNumber: 9 } };
const customer: Operation = { kind: 'insertCustomer', customer: { ...sampleCustomer, channelNumber: 9 } };
const account: Operation = { kind: 'connectAccount', account: sampleAccount, returns: true };
const reserve: Operation = { kind: 'reserveVersion', version: sampleVersion, at: 5 };
const reveal: Operation = { kind: 'revealVersion', botId: 'b1', id: 'v1', at: 9 };
const connection = {
  id: 'n1',
  kind: 'google_sheets',
  startedBy: 7,
  createdAt: 1,
  expiresAt: 2,
  progress: { kind: 'pending' },
  linkHash: 'h',
} as never;
const attempt = { stateHash: 's', connectionId: 'n1', person: 7, encryptedVerifier: 'v' };
const key = { person: 7, path: '/bots', key: 'k' };
const reservation = { ...key, fingerprint: 'f', run: 'r1', now: 10, leaseUntil: 20, replayForMs: 50 };
const reserved: Operation = { kind: 'reserveRequest', reservation, expected: 'reserved' };
const stored = { ...sampleAccount, status: 'good', tokensRevision: 1 };
const range = { page: 1, pageSize: 9 };
const other = { enabled: true, question: '?', positiveLabel: '+', negativeLabel: '-', commentQuestion: '', thanks: '' };
const deployment = { id: 'd1', botId: 'b1', revision: 1, diagramJson: '{}', deployedAt: 1, deployedBy: 7 };
const version: Load = { kind: 'version', botId: 'b1', id: 'v1' };
const { diagramJson: _, botId: __, ...summary } = sampleVersion;
const { diagramJson: ___, violations: ____, ...head } = sampleDraft;
const conversation = { customerNumber: 1, stateJson: '{"a":1}', effectsJson: '[]', beginAt: 'x' };

type Step = Operation | readonly Operation[];

/** What is stored one commit after the other, and what loads then answer. */
const cases: readonly (readonly [string, readonly Step[], readonly Load[], readonly unknown[]])[] = [
  [
    '[ST12][ST43][ST55][ST110] a bot is stored with its draft and its channels, which get numbers',
    [bot],
    [
      { kind: 'bot', id: 'b1' },
      { kind: 'bot', id: 'b2' },
      { kind: 'draft', botId: 'b1' },
      { kind: 'draftHead', botId: 'b1' },
      { kind: 'channelsOfBot', botId: 'b1' },
    ],
    [sampleBot, undefined, sampleDraft, head, [{ ...sampleChannel, botId: 'b1', purpose: 'test' }]],
  ],
  [
    '[ST14] a change of a bot clears members that are undefined, and leaves the others',
    [
      bot,
      { kind: 'updateBot', id: 'b1', change: { requiredTier: 'business', name: 'Other' } },
      { kind: 'updateBot', id: 'b1', change: { requiredTier: undefined } },
    ],
    [{ kind: 'bot', id: 'b1' }],
    [{ ...sampleBot, name: 'Other' }],
  ],
  [
    '[ST25] linked bots are found by id or number, each once',
    [bot],
    [
      { kind: 'linkedBots', ids: ['b1', 'b2'], numbers: [1, 2] },
      { kind: 'linkedBots', ids: [], numbers: [] },
    ],
    [
      [
        {
          id: 'b1',
          number: 1,
          name: 'Sales',
          workspace: 1,
          channelFamily: 'native',
          state: 'active',
          published: false,
        },
      ],
      [],
    ],
  ],
  [
    '[ST33] nobody sees a reservation',
    [bot, reserve],
    [version, { kind: 'versions', botId: 'b1', range }, { kind: 'latestVersion', botId: 'b1' }],
    [undefined, { items: [], total: 0, ...range }, undefined],
  ],
  [
    '[ST34][ST37][ST26] a version is revealed as it was reserved, published at the moment',
    [bot, reserve, reveal],
    [version, { kind: 'versions', botId: 'b1', range }],
    [
      { ...sampleVersion, publishedAt: 9 },
      { items: [{ ...summary, publishedAt: 9 }], total: 1, ...range },
    ],
  ],
  [
    '[ST34] a version is reserved and revealed in one commit',
    [bot, [reserve, reveal]],
    [version],
    [{ ...sampleVersion, publishedAt: 9 }],
  ],
  [
    '[ST36] a dropped reservation is gone, and a revealed version stays',
    [
      bot,
      [reserve, reveal],
      { kind: 'reserveVersion', version: { ...sampleVersion, id: 'v2' }, at: 5 },
      { kind: 'dropReservation', botId: 'b1', id: 'v2' },
      { kind: 'dropReservation', botId: 'b1', id: 'v1' },
    ],
    [{ kind: 'latestVersion', botId: 'b1' }],
    [{ ...sampleVersion, publishedAt: 9 }],
  ],
  [
    '[ST38] a label is set and removed, and nothing else of the version changes',
    [
      bot,
      [reserve, reveal],
      { kind: 'labelVersion', botId: 'b1', id: 'v1', label: 'First' },
      { kind: 'labelVersion', botId: 'b1', id: 'v1', label: undefined },
      { kind: 'labelVersion', botId: 'b1', id: 'v1', label: 'Second' },
    ],
    [version],
    [{ ...sampleVersion, publishedAt: 9, name: 'Second' }],
  ],
  [
    '[ST39] a version is deleted',
    [bot, [reserve, reveal], { kind: 'deleteVersion', botId: 'b1', id: 'v1' }],
    [version],
    [undefined],
  ],
  [
    '[ST41][ST42] feedback and the test deployment of a bot are replaced whole',
    [
      bot,
      { kind: 'putFeedback', botId: 'b1', configuration: other },
      { kind: 'putFeedback', botId: 'b1', configuration: unconfiguredFeedback },
      { kind: 'putTestDeployment', deployment: { ...deployment, id: 'd0' } },
      { kind: 'putTestDeployment', deployment },
    ],
    [
      { kind: 'feedback', botId: 'b1' },
      { kind: 'feedback', botId: 'b2' },
      { kind: 'testDeployment', botId: 'b1' },
    ],
    [unconfiguredFeedback, undefined, deployment],
  ],
  [
    '[ST18][ST63] a destroyed bot takes all with it',
    [bot, [reserve, reveal], { kind: 'destroyBot', id: 'b1' }],
    [{ kind: 'bot', id: 'b1' }, { kind: 'draft', botId: 'b1' }, version, { kind: 'channel', number: 1 }],
    [undefined, undefined, undefined, undefined],
  ],
  [
    '[ST57][ST58][ST60] a change of a channel clears members that are undefined, and leaves the others',
    [
      channel,
      { kind: 'updateChannel', number: 9, change: { tokenHash: 'h', defaultBot: 'b' } },
      { kind: 'updateChannel', number: 9, change: { tokenHash: undefined } },
    ],
    [
      { kind: 'channel', number: 9 },
      { kind: 'channels', query: { workspaces: [1], active: true } },
    ],
    [
      { ...sampleChannel, number: 9, id: 'c9', defaultBot: 'b' },
      { items: [{ ...sampleChannel, number: 9, id: 'c9', defaultBot: 'b' }], total: 1 },
    ],
  ],
  [
    '[ST75][ST76] hooks are found, changed and deleted',
    [
      channel,
      hook,
      { kind: 'insertHook', hook: { ...sampleHook, number: 2, channelNumber: 9 } },
      { kind: 'updateHook', number: 1, change: { active: false } },
      { kind: 'deleteHook', number: 2 },
    ],
    [
      { kind: 'hook', number: 1 },
      { kind: 'hooks', channel: 9 },
      { kind: 'hookList', query: { channelNumber: 9 } },
    ],
    [
      { ...sampleHook, channelNumber: 9, active: false },
      [],
      { items: [{ ...sampleHook, channelNumber: 9, active: false }], total: 1 },
    ],
  ],
  [
    '[ST64][ST68][CU50] a customer is found by its number, its token and its texts as they are now',
    [channel, customer, { kind: 'updateCustomer', number: 1, change: { name: 'Édith', expiresAt: 5 } }],
    [
      { kind: 'customer', number: 1 },
      { kind: 'customerByToken', channel: 9, token: 'ada' },
      { kind: 'customerByToken', channel: 8, token: 'ada' },
      { kind: 'customerSearch', query: { by: 'name', text: 'édith', after: 0, limit: 9, workspaces: [1] } },
      { kind: 'customerSearch', query: { by: 'name', text: 'ada', after: 0, limit: 9, workspaces: [1] } },
    ],
    [
      { ...sampleCustomer, channelNumber: 9, name: 'Édith', expiresAt: 5 },
      { ...sampleCustomer, channelNumber: 9, name: 'Édith', expiresAt: 5 },
      undefined,
      { numbers: [1] },
      { numbers: [] },
    ],
  ],
  [
    '[ST70][ST113][ST123] customers are listed by filters, and those who expire by their moments',
    [
      channel,
      customer,
      {
        kind: 'insertCustomer',
        customer: { ...sampleCustomer, number: 2, channelNumber: 9, token: 'b', agentId: 7, expiresAt: 5 },
      },
    ],
    [
      { kind: 'customerList', query: { workspaces: [1], agentId: null, offset: 0, limit: 9 } },
      { kind: 'countExpiring', channel: 9, upTo: 9 },
      { kind: 'firstExpiring', channel: 9, after: 4, limit: 1 },
      { kind: 'firstExpiring', channel: 9, after: 5, limit: 1 },
    ],
    [
      { items: [{ ...sampleCustomer, channelNumber: 9 }], total: 1 },
      1,
      [{ ...sampleCustomer, number: 2, channelNumber: 9, token: 'b', agentId: 7, expiresAt: 5 }],
      [],
    ],
  ],
  [
    '[ST73][ST114][ST72] messages list newest first and are found by their uuid; a customer is erased with them',
    [
      channel,
      customer,
      { kind: 'insertCustomer', customer: { ...sampleCustomer, number: 2, channelNumber: 9, token: 'b' } },
      [1, 2].map((seq) => ({ kind: 'insertMessage', customer: 1, message: sampleMessage(seq) }) as const),
      { kind: 'insertMessage', customer: 2, message: sampleMessage(1) },
      { kind: 'eraseCustomer', number: 2, at: 1 },
    ],
    [
      { kind: 'messages', customer: 1, range: { offset: 0, limit: 9 } },
      { kind: 'message', customer: 1, uuid: 'm2' },
      { kind: 'message', customer: 1, uuid: 'm3' },
      { kind: 'messages', customer: 2, range: { offset: 0, limit: 9 } },
      { kind: 'customer', number: 2 },
    ],
    [
      { items: [sampleMessage(2), sampleMessage(1)], total: 2 },
      sampleMessage(2),
      undefined,
      { items: [], total: 0 },
      undefined,
    ],
  ],
  [
    '[CQ3] the record of a conversation is replaced whole, and an ended step drops its entry',
    [
      channel,
      customer,
      { kind: 'enqueue', customer: 1, item: { kind: 'start' }, at: 3 },
      { kind: 'giveUpStep', customer: 1, step: { record: conversation } },
      { kind: 'giveUpStep', customer: 1, step: { record: { customerNumber: 1, stateJson: '{}' } } },
    ],
    [
      { kind: 'conversation', customer: 1 },
      { kind: 'inboxEntry', customer: 1 },
      { kind: 'work', customer: 1, worker: 'w' },
    ],
    [{ customerNumber: 1, stateJson: '{}' }, { number: expect.any(Number), item: { kind: 'start' }, at: 3 }, undefined],
  ],
  [
    '[CA45] an account that returns keeps its id, and gets the next revision',
    [account, { kind: 'connectAccount', account: { ...sampleAccount, encryptedTokens: 'new' }, returns: true }],
    [
      { kind: 'account', id: 'a1' },
      { kind: 'accountByExternalId', accountKind: 'google_sheets', externalId: 'ada@example.org' },
    ],
    [
      { ...stored, encryptedTokens: 'new', tokensRevision: 2 },
      { ...stored, encryptedTokens: 'new', tokensRevision: 2 },
    ],
  ],
  [
    '[CA46] accounts list by connection, newest first',
    [account, { kind: 'connectAccount', account: { ...sampleAccount, id: 'a2', connectedAt: 2 }, returns: false }],
    [{ kind: 'accounts', accountKind: 'google_sheets' }],
    [[{ ...stored, id: 'a2', connectedAt: 2 }, stored]],
  ],
  [
    '[CA47][CA48][CA54] tokens are encrypted again, removed, and replaced by a refresh that was under way',
    [
      account,
      { kind: 'reencryptTokens', id: 'a1', former: 'first', next: 'same' },
      { kind: 'delistAccount', id: 'a1', status: 'revoked', expected: 1 },
      { kind: 'replaceTokens', id: 'a1', tokens: { encryptedTokens: 'new', scopes: [] }, expected: 1 },
    ],
    [{ kind: 'account', id: 'a1' }],
    [{ ...stored, encryptedTokens: 'new', scopes: [], tokensRevision: 2 }],
  ],
  [
    '[CA49][CA50][CA51] a connection is found, progresses, and its attempt is taken',
    [
      { kind: 'insertConnection', connection },
      { kind: 'insertAttempt', attempt },
      { kind: 'takeAttempt', stateHash: 's' },
      {
        kind: 'replaceConnection',
        next: { ...(connection as object), progress: { kind: 'next' } } as never,
        expected: 1,
      },
    ],
    [
      { kind: 'accountConnection', id: 'n1' },
      { kind: 'accountConnectionByLink', linkHash: 'h' },
      { kind: 'authorizationAttempt', stateHash: 's' },
    ],
    [
      { ...(connection as object), progress: { kind: 'next' }, revision: 2 },
      { ...(connection as object), progress: { kind: 'next' }, revision: 2 },
      { ...attempt, isTaken: true },
    ],
  ],
  [
    '[ST45][ST47][ST50] a key is completed by the run that has it',
    [reserved, { kind: 'completeRequest', request: key, run: 'r1', response: '{}', at: 12 }],
    [
      { kind: 'lockedRequest', request: key },
      { kind: 'lockedRequest', request: { ...key, person: 8 } },
    ],
    [{ ...key, fingerprint: 'f', run: 'r1', leaseUntil: 20, completedAt: 12, response: '{}', since: 12 }, undefined],
  ],
  [
    '[ST48] a run frees its key, and neither that of another nor a completed one',
    [
      reserved,
      { kind: 'freeRequest', request: key, run: 'r2' },
      { kind: 'reserveRequest', reservation: { ...reservation, key: 'k2' }, expected: 'reserved' },
      { kind: 'freeRequest', request: { ...key, key: 'k2' }, run: 'r1' },
    ],
    [
      { kind: 'lockedRequest', request: key },
      { kind: 'lockedRequest', request: { ...key, key: 'k2' } },
    ],
    [{ ...key, fingerprint: 'f', run: 'r1', leaseUntil: 20, since: 20 }, undefined],
  ],
  [
    '[ST122] a key in use shortens its lease when the clock was set back',
    [
      reserved,
      {
        kind: 'reserveRequest',
        reservation: { ...reservation, run: 'r2', now: 1, leaseUntil: 11 },
        expected: 'in_use',
      },
    ],
    [{ kind: 'lockedRequest', request: key }],
    [{ ...key, fingerprint: 'f', run: 'r1', leaseUntil: 11, since: 11 }],
  ],
  [
    '[ST119] a brand that the registry does not have has no plan',
    [],
    [{ kind: 'plan' }, { kind: 'brand' }],
    [undefined, undefined],
  ],
];

/** The refusal when a program conflicts each time that it runs. */
const writersAreFirst = 'Something this operation depends on failed';

/** Decisions over records that changed in the meantime. */
const stale: readonly (readonly [string, readonly Step[], Operation, string])[] = [
  [
    '[ST27] a draft at another revision',
    [bot],
    { kind: 'putDraft', next: { ...sampleDraft, revision: 4 }, expected: 3, keep: { maxRevisions: 1, maxBytes: 1 } },
    writersAreFirst,
  ],
  ['[ST34] a reservation that was dropped', [bot], reveal, 'gone'],
  [
    '[ST38] a label of a version that is gone',
    [bot],
    { kind: 'labelVersion', botId: 'b1', id: 'v1', label: 'x' },
    writersAreFirst,
  ],
  [
    '[ST38] a label of a reservation',
    [bot, reserve],
    { kind: 'labelVersion', botId: 'b1', id: 'v1', label: 'x' },
    writersAreFirst,
  ],
  [
    '[ST39] a deletion of a reservation',
    [bot, reserve],
    { kind: 'deleteVersion', botId: 'b1', id: 'v1' },
    writersAreFirst,
  ],
  ['[ST17] a bot that is gone', [], { kind: 'updateBot', id: 'b1', change: {} }, 'no such bot'],
  ['[ST58] a channel that is gone', [], { kind: 'updateChannel', number: 9, change: {} }, 'no such channel'],
  ['[ST68] a customer who is gone', [], { kind: 'updateCustomer', number: 9, change: {} }, 'no such customer'],
  ['[ST76] a change of a hook that is gone', [], { kind: 'updateHook', number: 9, change: {} }, writersAreFirst],
  ['[ST76] a deletion of a hook that is gone', [], { kind: 'deleteHook', number: 9 }, writersAreFirst],
  ['[ST69] a customer on a channel that is gone', [], customer, writersAreFirst],
  [
    '[ST65] a customer whose token another one has',
    [channel, customer],
    { kind: 'insertCustomer', customer: { ...sampleCustomer, number: 2, channelNumber: 9 } },
    writersAreFirst,
  ],
  [
    '[ST74] a message whose uuid the customer has',
    [channel, customer, { kind: 'insertMessage', customer: 1, message: sampleMessage(1) }],
    { kind: 'insertMessage', customer: 1, message: { ...sampleMessage(1), seq: 2 } },
    writersAreFirst,
  ],
  [
    '[ST59] a token that another channel has',
    [channel, { kind: 'updateChannel', number: 9, change: { tokenHash: 'h' } }],
    { kind: 'insertChannel', channel: { ...sampleChannel, number: 8, id: 'c8', tokenHash: 'h' } },
    writersAreFirst,
  ],
  [
    '[CA45] an account that returned meanwhile',
    [account],
    { kind: 'connectAccount', account: { ...sampleAccount, id: 'a2' }, returns: true },
    writersAreFirst,
  ],
  [
    '[CA45] an account with an id that is taken',
    [account],
    { kind: 'connectAccount', account: sampleAccount, returns: false },
    'has an account',
  ],
  [
    '[CA47] tokens of another revision',
    [account],
    { kind: 'replaceTokens', id: 'a1', tokens: { encryptedTokens: 'x', scopes: [] }, expected: 2 },
    writersAreFirst,
  ],
  [
    '[CA48] an account with other tokens',
    [account],
    { kind: 'delistAccount', id: 'a1', status: 'revoked', expected: 2 },
    writersAreFirst,
  ],
  [
    '[CA54] tokens that changed',
    [account],
    { kind: 'reencryptTokens', id: 'a1', former: 'x', next: 'y' },
    writersAreFirst,
  ],
  [
    '[CA49] a connection at another revision',
    [{ kind: 'insertConnection', connection }],
    { kind: 'replaceConnection', next: connection, expected: 2 },
    writersAreFirst,
  ],
  [
    '[CA51] an attempt that is taken',
    [
      { kind: 'insertConnection', connection },
      { kind: 'insertAttempt', attempt },
      { kind: 'takeAttempt', stateHash: 's' },
    ],
    { kind: 'takeAttempt', stateHash: 's' },
    writersAreFirst,
  ],
  [
    '[ST44] a key in use',
    [reserved],
    { kind: 'reserveRequest', reservation: { ...reservation, run: 'r2' }, expected: 'reserved' },
    writersAreFirst,
  ],
  [
    '[ST46] a key of another request',
    [reserved],
    { kind: 'reserveRequest', reservation: { ...reservation, fingerprint: 'g' }, expected: 'in_use' },
    writersAreFirst,
  ],
  [
    '[ST47] a key that another run took over',
    [
      reserved,
      {
        kind: 'reserveRequest',
        reservation: { ...reservation, run: 'r2', now: 20, leaseUntil: 30 },
        expected: 'reserved',
      },
    ],
    { kind: 'completeRequest', request: key, run: 'r1', response: '', at: 21 },
    '',
  ],
];

describe.each([true, false])('a store with parts of documents: %s', (text) => {
  async function filled(steps: readonly Step[]): Promise<Storage> {
    const storage = memoryStorage();
    const tested = { ...storage, capabilities: { ...storage.capabilities, text } };
    for (const step of steps) await commit(tested, 'acme', ...[step].flat());
    return tested;
  }

  it.each(cases)('%s', async (_title, steps, loads, expected) => {
    const storage = await filled(steps);
    expect(await readsOf(storage).run(load(...loads))).toEqual(expected);
    const strangers: unknown[] = await readsOf(storage, 'other').run(load(...loads));
    expect(JSON.stringify(strangers)).not.toMatch(/acme|Sales|Ada|"one"/);
  });

  it.each(stale)('%s is no base of a decision', async (_title, steps, operation, message) => {
    const storage = await filled(steps);
    const before = (storage as ReturnType<typeof memoryStorage>).dump();
    await expect(commit(storage, 'acme', operation)).rejects.toThrow(message);
    expect((storage as ReturnType<typeof memoryStorage>).dump()).toEqual(before);
  });
});
