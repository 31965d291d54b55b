import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { DraftRecord } from '../../ports/draft-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import type { Scope } from '../scope.ts';
import type { NewBot } from './plan-bot.ts';

export type FirstDraft = Pick<DraftRecord, 'diagramJson' | 'violations' | 'violationsTotal'>;

export const firstRevision = 1;

export function cleanDraft(diagram: Diagram): FirstDraft {
  return { diagramJson: JSON.stringify(diagram), violations: [], violationsTotal: 0 };
}

/**
 * Writes a new bot with its draft and its channels.
 *
 * @param createdAt - Default: now.
 * @spec BO2, BO3, DR2
 */
export async function insertBot(
  scope: Scope,
  tx: BrandTransaction,
  newBot: NewBot,
  draft: FirstDraft,
  createdAt?: EpochMs,
): Promise<BotRecord> {
  const now = scope.clock.now();
  const { planned, ...members } = newBot;
  const bot = await tx.bots.insert({ ...members, state: 'active', createdAt: createdAt ?? now, editedAt: now });

  const { id: botId, workspace } = bot;
  const belonging = { botId, workspace, active: true, configured: false, createdAt: now };
  for (const channel of planned.live) await tx.channels.insert({ ...channel, ...belonging, purpose: 'live' });
  await tx.channels.insert({ ...planned.test, ...belonging, purpose: 'test' });

  await tx.drafts.insert({
    ...draft,
    botId: bot.id,
    revision: firstRevision,
    editedAt: now,
    editedBy: scope.principal.person,
  });
  return bot;
}
