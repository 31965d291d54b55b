import type { BotRecord, BrandTransaction, DraftRecord } from '@botwright/core/ports';

export const brand = 'acme';

export const keepAll = { maxRevisions: 1_000, maxBytes: 1_000_000_000 } as const;

export const firstPage = { page: 1, pageSize: 50 } as const;

export function sampleBot(id: string, members: Partial<BotRecord> = {}): Omit<BotRecord, 'number'> {
  return {
    id,
    name: id,
    foldedName: id.toLowerCase(),
    workspace: 1,
    channelFamily: 'native',
    state: 'active',
    builder: 'current',
    channels: ['c1'],
    testChannel: 't1',
    createdAt: 1_000,
    editedAt: 1_000,
    ...members,
  };
}

export function sampleDraft(botId: string, revision: number, members: Partial<DraftRecord> = {}): DraftRecord {
  return {
    botId,
    revision,
    diagramJson: `{"revision":${revision}}`,
    violations: [],
    violationsTotal: 0,
    editedAt: 2_000 + revision,
    editedBy: 7,
    ...members,
  };
}

export async function insertBot(tx: BrandTransaction, id: string): Promise<void> {
  await tx.bots.insert(sampleBot(id));
  await tx.drafts.insert(sampleDraft(id, 1));
}

export const allActive = { state: 'active', workspaces: [1], order: 'created', ...firstPage } as const;
