import { planChannels } from '../../domain/bot/plan-channels.ts';
import type { BotRecord, BrandTransaction, DraftRecord } from '../../ports/storage.ts';
import type { Scope } from '../scope.ts';

export type NewBot = Pick<BotRecord, 'id' | 'name' | 'foldedName' | 'workspace' | 'channelFamily' | 'builder'> &
  Partial<Pick<BotRecord, 'createdAt'>>;

export type FirstDraft = Pick<DraftRecord, 'diagramJson' | 'violations' | 'violationsTotal'>;

export const firstRevision = 1;

/**
 * Writes a new bot with its draft and its channels.
 *
 * @spec BO2, BO3, DR2
 */
export async function insertBot(
  scope: Scope,
  tx: BrandTransaction,
  newBot: NewBot,
  draft: FirstDraft,
): Promise<BotRecord> {
  const now = scope.clock.now();
  const createdAt = newBot.createdAt ?? now;
  const { live, test } = planChannels(newBot, scope.ids.uuid);

  const bot = await tx.bots.insert({
    ...newBot,
    state: 'active',
    channels: live.map(({ id }) => id),
    testChannel: test.id,
    createdAt,
    editedAt: now,
  });
  const place = { botId: bot.id, workspace: bot.workspace, createdAt };
  for (const channel of live) await tx.channels.insert({ ...channel, ...place, purpose: 'live' });
  await tx.channels.insert({ ...test, ...place, purpose: 'test' });

  await tx.drafts.insert({
    ...draft,
    botId: bot.id,
    revision: firstRevision,
    editedAt: now,
    editedBy: scope.principal.person,
  });
  return bot;
}
