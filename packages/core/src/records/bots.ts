import type { FeedbackConfiguration } from '../domain/feedback.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { BotRecord, TestDeploymentRecord } from '../ports/bot-store.ts';
import type { DraftRecord, RevisionRecord } from '../ports/draft-store.ts';
import { ascending, descending, recordKind } from '../ports/record-kind.ts';
import type { VersionRecord } from '../ports/version-store.ts';

const ofBot = { kind: 'bot', fields: ['botId'] } as const;

export const bots = recordKind<BotRecord>()({
  name: 'bot',
  key: ['id'],
  fields: {
    id: 'text',
    number: 'integer',
    name: 'text',
    foldedName: 'text',
    workspace: 'integer',
    channelFamily: 'text',
    state: 'text',
    builder: 'text',
    channels: 'json',
    testChannel: 'text',
    createdAt: 'integer',
    editedAt: 'integer',
    publishedAt: 'integer?',
    trashedAt: 'integer?',
    requiredTier: 'text?',
    liveVersion: 'text?',
    finishing: 'json?',
  },
  unique: { number: { fields: ['number'], scope: 'store' } },
  lists: {
    bots: {
      filters: {
        state: { field: 'state', by: 'equal' },
        workspaces: { field: 'workspace', by: 'oneOf' },
        channelFamily: { field: 'channelFamily', by: 'equal' },
        search: { field: 'foldedName', by: 'contains', indexed: true },
        numbers: { field: 'number', by: 'oneOf' },
        ids: { field: 'id', by: 'oneOf' },
      },
      counted: [{ each: ['state'], parts: ['workspaces', 'channelFamily'] }],
      orders: {
        published: [descending('publishedAt'), descending('createdAt'), ascending('id')],
        created: [descending('createdAt'), ascending('id')],
        name: [ascending('foldedName'), ascending('id')],
      },
    },
  },
});

const diagramFields = { diagramJson: 'document', editedAt: 'integer', editedBy: 'integer', by: 'text?' } as const;

export const drafts = recordKind<DraftRecord>()({
  name: 'draft',
  key: ['botId'],
  owner: ofBot,
  fields: {
    botId: 'text',
    revision: 'integer',
    stateId: 'text?',
    violations: 'list',
    violationsTotal: 'integer',
    ...diagramFields,
  },
});

/** A past state of a draft. */
export interface PastDraft extends RevisionRecord {
  readonly botId: string;
}

export const revisions = recordKind<PastDraft>()({
  name: 'revision',
  key: ['botId', 'revision'],
  owner: ofBot,
  fields: { botId: 'text', revision: 'integer', ...diagramFields },
  lists: {
    ofBot: {
      within: ['botId'],
      filters: {},
      orders: { newest: [descending('revision')] },
    },
  },
});

/** A version, or the reservation of one, which nobody sees until it is revealed. */
export interface StoredVersion extends VersionRecord {
  /** Absent once the version is revealed. */
  readonly reservedAt?: EpochMs;
}

export const versions = recordKind<StoredVersion>()({
  name: 'version',
  key: ['botId', 'id'],
  owner: ofBot,
  fields: {
    botId: 'text',
    id: 'text',
    name: 'text?',
    publishedAt: 'integer',
    publishedBy: 'integer',
    restoredFrom: 'text?',
    finishDays: 'integer?',
    builder: 'text',
    channel: 'json?',
    requiredTier: 'text?',
    reservedAt: 'integer?',
    diagramJson: 'document',
  },
  lists: {
    ofBot: {
      within: ['botId'],
      filters: { isReserved: { field: 'reservedAt', by: 'present' } },
      counted: [{ each: ['isReserved'], parts: [] }],
      orders: { newest: [descending('id')] },
    },
    reserved: {
      scope: 'store',
      filters: { before: { field: 'reservedAt', by: 'upTo' } },
      orders: { oldest: [ascending('reservedAt'), ascending('id')] },
    },
  },
});

export interface StoredFeedback extends FeedbackConfiguration {
  readonly botId: string;
}

export const feedback = recordKind<StoredFeedback>()({
  name: 'feedback',
  key: ['botId'],
  owner: ofBot,
  fields: {
    botId: 'text',
    enabled: 'boolean',
    question: 'text',
    positiveLabel: 'text',
    negativeLabel: 'text',
    commentQuestion: 'text',
    thanks: 'text',
  },
});

/** The tests of a bot. */
export interface StoredScenarios {
  readonly botId: string;
  /** A file of scenarios. */
  readonly text: string;
  /** Grows by one on each write. */
  readonly revision: number;
}

export const scenarios = recordKind<StoredScenarios>()({
  name: 'scenarios',
  key: ['botId'],
  owner: ofBot,
  fields: { botId: 'text', text: 'text', revision: 'integer' },
});

export const testDeployments = recordKind<TestDeploymentRecord>()({
  name: 'test_deployment',
  key: ['botId'],
  owner: ofBot,
  fields: {
    id: 'text',
    botId: 'text',
    revision: 'integer',
    deployedAt: 'integer',
    deployedBy: 'integer',
    diagramJson: 'document',
  },
});
