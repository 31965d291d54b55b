import type { BotRecord, BrandTransaction, DraftRecord } from '@botwright/core/ports';

export function sampleBot(id: string, members: Partial<BotRecord> = {}): Omit<BotRecord, 'number'> {
  return {
    id,
    name: id,
    foldedName: id,
    workspace: 1,
    channelFamily: 'native',
    state: 'active',
    builder: 'current',
    channels: [],
    testChannel: `test ${id}`,
    createdAt: 1,
    editedAt: 1,
    ...members,
  };
}

export function sampleDraft(botId: string, revision: number, diagramJson = '{}'): DraftRecord {
  return { botId, revision, diagramJson, violations: [], violationsTotal: 0, editedAt: revision, editedBy: 7 };
}

export async function insertBot(tx: BrandTransaction, id: string): Promise<void> {
  await tx.bots.insert(sampleBot(id));
  await tx.drafts.insert(sampleDraft(id, 1));
}
