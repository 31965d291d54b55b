import type { FeedbackConfiguration } from '@botwright/core/conversation';
import type {
  BotRecord,
  BrandTransaction,
  ChannelRecord,
  DraftRecord,
  Storage,
  TestDeploymentRecord,
  VersionRecord,
} from '@botwright/core/ports';

export type NewChannel = Omit<ChannelRecord, 'number'>;

export const brand = 'acme';
export const otherBrand = 'umbrella';

/** Bounds that no value reaches. */
export const keepAll = { maxRevisions: 1_000, maxBytes: 1_000_000_000 } as const;

export const firstPage = { page: 1, pageSize: 100 } as const;

/** A bot's uuid; a greater number sorts later. */
export function botId(number: number): string {
  return `b0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** A version's uuid; a greater number sorts later. */
export function versionId(number: number): string {
  return `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export function sampleBot(number: number, members: Partial<BotRecord> = {}): Omit<BotRecord, 'number'> {
  return {
    id: botId(number),
    name: `Bot ${number}`,
    foldedName: `bot ${number}`,
    workspace: 1,
    channelFamily: 'native',
    state: 'active',
    builder: 'current',
    channels: [`c0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`],
    testChannel: `d0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    createdAt: 1_000 + number,
    editedAt: 1_000 + number,
    ...members,
  };
}

export function sampleDraft(bot: number, revision: number, members: Partial<DraftRecord> = {}): DraftRecord {
  return {
    botId: botId(bot),
    revision,
    diagramJson: `{"nodes":{},"connections":{},"revision":${revision}}`,
    violations: [],
    violationsTotal: 0,
    editedAt: 2_000 + revision,
    editedBy: 7,
    ...members,
  };
}

export function sampleVersion(bot: number, version: number, members: Partial<VersionRecord> = {}): VersionRecord {
  return {
    botId: botId(bot),
    id: versionId(version),
    publishedAt: 3_000 + version,
    publishedBy: 7,
    builder: 'current',
    diagramJson: `{"nodes":{},"connections":{},"version":${version}}`,
    ...members,
  };
}

/** A channel that the bot owns. */
export function sampleChannel(bot: number, members: Partial<NewChannel> = {}): NewChannel {
  return {
    id: `c0000000-0000-4000-8000-${bot.toString(16).padStart(12, '0')}`,
    botId: botId(bot),
    workspace: 1,
    purpose: 'live',
    name: `Bot ${bot}`,
    type: 'native',
    active: true,
    configured: false,
    createdAt: 1_000,
    ...members,
  };
}

export function sampleTestDeployment(bot: number, members: Partial<TestDeploymentRecord> = {}): TestDeploymentRecord {
  return {
    id: versionId(1_000 + bot),
    botId: botId(bot),
    revision: 1,
    diagramJson: '{"nodes":{},"connections":{}}',
    deployedAt: 4_000,
    deployedBy: 7,
    ...members,
  };
}

export const sampleFeedback: FeedbackConfiguration = {
  enabled: true,
  question: 'How was it?',
  positiveLabel: 'Good',
  negativeLabel: 'Bad',
  commentQuestion: 'Why?',
  thanks: 'Thank you',
};

/** A bot with everything that can belong to one. */
export async function insertFullBot(tx: BrandTransaction, number: number): Promise<BotRecord> {
  const bot = await tx.bots.insert(sampleBot(number));
  await tx.drafts.insert(sampleDraft(number, 1));
  await tx.drafts.replace(sampleDraft(number, 2), 1, keepAll);
  await tx.versions.reserve(sampleVersion(number, 1), 1_000);
  await tx.versions.reveal(botId(number), versionId(1), 3_001);
  await tx.versions.reserve(sampleVersion(number, 2), 1_000);
  await tx.feedback.put(botId(number), sampleFeedback);
  await tx.testDeployments.put(sampleTestDeployment(number));
  await tx.channels.insert(sampleChannel(number));
  return bot;
}

/** Inserts a plain bot with its draft at revision 1. */
export async function insertBot(tx: BrandTransaction, number: number, members: Partial<BotRecord> = {}): Promise<void> {
  await tx.bots.insert(sampleBot(number, members));
  await tx.drafts.insert(sampleDraft(number, 1));
}

/** All readable records of a bot. */
export async function readWholeBot(storage: Storage, brandName: string, number: number): Promise<unknown> {
  const reader = storage.reader(brandName);
  const id = botId(number);
  return {
    bot: await reader.bots.find(id),
    draft: await reader.drafts.find(id),
    revisions: await reader.drafts.listRevisions(id, firstPage),
    versions: await reader.versions.list(id, firstPage),
    version: await reader.versions.find(id, versionId(1)),
    latest: await reader.versions.latest(id),
    feedback: await reader.feedback.find(id),
    testDeployment: await reader.testDeployments.find(id),
    channels: await reader.channels.listByBot(id),
  };
}

/** The result of `readWholeBot` for a missing bot. */
export const nothing = {
  bot: undefined,
  draft: undefined,
  revisions: { items: [], total: 0, ...firstPage },
  versions: { items: [], total: 0, ...firstPage },
  version: undefined,
  latest: undefined,
  feedback: undefined,
  testDeployment: undefined,
  channels: [],
};

/** Starts the same call many times concurrently. */
export function atOnce<T>(times: number, start: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => start(index)));
}

/** Overwrites every writable member, at every depth. A frozen value stays unchanged. */
export function overwriteAll(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    overwriteAll(member);
    if (typeof member !== 'object') Reflect.set(value, key, 'overwritten');
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push('overwritten');
  else Reflect.set(value, 'overwritten', true);
}

/** @returns A function that returns integers from 0 to below its argument; the same sequence for the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
