import type { Diagram } from '../../domain/diagram/diagram.ts';
import { foldText } from '../../domain/fold-text.ts';
import type { BotEffect, PlannedChannel } from '../../domain/lifecycle/bot-decision.ts';
import { firstRevision } from '../../domain/lifecycle/bot-state.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { DraftRecord } from '../../records/drafts.ts';
import { type Changes, load, type Part } from '../use-case/use-case.ts';

/** A bot that is not stored yet, with the ids that it will have. */
export interface NewBot extends Omit<BotRecord, 'number' | 'createdAt' | 'editedAt'> {
  readonly newChannels: readonly (PlannedChannel & { readonly id: string })[];
}

export type FirstDraft = Pick<DraftRecord, 'diagramJson' | 'violations' | 'violationsTotal'>;

export function cleanDraft(diagram: Diagram): FirstDraft {
  return { diagramJson: JSON.stringify(diagram), violations: [], violationsTotal: 0 };
}

/** Generates the ids of a bot and its channels. @spec BO3 */
export function identifyBot(
  ids: Pick<IdSource, 'uuid'>,
  { bot, channels }: Extract<BotEffect, { readonly kind: 'insert_bot' }>,
): NewBot {
  const testChannel = ids.uuid();
  const newChannels = channels.map((channel) => ({
    ...channel,
    id: channel.purpose === 'test' ? testChannel : ids.uuid(),
  }));
  const live = newChannels.filter(({ purpose }) => purpose === 'live');
  return {
    ...bot,
    id: ids.uuid(),
    foldedName: foldText(bot.name),
    channels: live.map(({ id }) => id),
    testChannel,
    newChannels,
  };
}

/**
 * Stores a new bot with its channels and its draft.
 *
 * @param draftOf - Makes the draft of the bot, after the bot has its number.
 * @param createdAt - Default: now.
 * @spec BO2, BO3, DR2
 */
export function* insertBot(
  { operations, events }: Changes,
  { now, person }: { readonly now: EpochMs; readonly person: number },
  { newChannels, ...members }: NewBot,
  draftOf: (bot: BotRecord) => FirstDraft,
  createdAt = now,
): Part<BotRecord> {
  const [number] = yield* load({ kind: 'botNumber' });
  const bot = { ...members, number, createdAt, editedAt: now };

  const { id: botId, workspace, name } = bot;
  const belonging = { name, botId, workspace, active: true, configured: false, createdAt: now };
  const channels = newChannels.map((channel) => ({ ...channel, ...belonging }));
  const draft = { ...draftOf(bot), botId, revision: firstRevision, editedAt: now, editedBy: person };
  operations.push({ kind: 'insertBot', bot, channels, draft });
  events.push({ type: 'bot.created', botId, workspace });
  return bot;
}
