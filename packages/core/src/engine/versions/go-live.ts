import { finishingAfter } from '../../domain/finishing-version.ts';
import type { BotEffect } from '../../domain/lifecycle/bot-decision.ts';
import type { Publication } from '../../domain/version.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { VersionRecord } from '../../records/versions.ts';
import { effectOf, effectsOf, hasEffect, liveOf } from '../bots/bot-decisions.ts';
import { loadWithHead } from '../bots/bot-records.ts';
import { brandStorage } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import { callDependency, EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { Operation } from '../records/operations.ts';
import { ReservationLost } from '../records/writing.ts';
import { decided, load, step, type UseCase } from '../use-case/use-case.ts';
import { toPublication } from './version-records.ts';

/** A reserved version, and the bot at the time of the check of the diagram. */
export interface Reserved {
  readonly bot: BotRecord;
  readonly version: VersionRecord;
  /** The revision that the draft must still have when the version goes live. Absent: any. */
  readonly atRevision?: number | undefined;
}

export interface GoLiveParts extends Pick<EngineParts, 'storage' | 'clock' | 'deployer'> {
  readonly caller: Caller;
}

/**
 * Lets the host prepare the channels for a reserved version, then makes it live. On any failure the reservation is
 * dropped and nothing else has changed.
 *
 * @returns `undefined`: another publication came first, and the reservation is dropped.
 * @throws {EngineError} `dependency_failed`, `bot_not_found`, `draft_changed`
 * @spec VE14, VE15, VE16, VE17, VE18, VE19
 */
export async function goLive(parts: GoLiveParts, reserved: Reserved): Promise<Publication | undefined> {
  const { storage, deployer, caller } = parts;
  const { bot, version } = reserved;
  const { brand } = caller.principal;
  try {
    await callDependency(() =>
      deployer.prepareVersion({
        id: version.id,
        brand,
        botId: bot.id,
        channelFamily: bot.channelFamily,
        channels: bot.channels,
        diagramJson: version.diagramJson,
      }),
    );
    return await brandStorage(storage, caller).perform(() => reveal(parts, reserved));
  } catch (error) {
    // If this fails, the sweep drops the reservation later, and the caller gets the original error.
    await storage.perform(brand, () => abandon(version)).catch(() => {});
    throw error instanceof ReservationLost ? new EngineError('dependency_failed', { cause: error }) : error;
  }
}

function* reveal({ clock, caller }: GoLiveParts, { version, atRevision }: Reserved): UseCase<Publication | undefined> {
  const { botId, restoredFrom, finishDays, requiredTier } = version;
  const { bot, draft } = yield* loadWithHead(caller, botId);
  const state = { bot, draft, live: liveOf(bot) };
  const effects = effectsOf(state, { kind: 'go_live', version, ifRevision: atRevision });
  if (hasEffect(effects, 'publish_again')) {
    return step({ operations: dropsOf(botId, effects) }, () => undefined);
  }
  const { version: versionId, notBefore = 0 } = effectOf(effects, 'reveal_version');
  const publishedAt = Math.max(clock.now(), notBefore);
  const finishing = finishingAfter(bot, { finishDays, publishedAt });
  const published = { botId, workspace: bot.workspace, versionId, ...(restoredFrom !== undefined && { restoredFrom }) };
  return decided(
    {
      operations: [
        { kind: 'revealVersion', botId, id: versionId, at: publishedAt },
        { kind: 'updateBot', id: botId, change: { publishedAt, liveVersion: versionId, finishing, requiredTier } },
      ],
      events: [{ type: 'bot.published', ...published }],
    },
    () => toPublication({ ...version, publishedAt }),
  );
}

function* abandon(version: VersionRecord): UseCase<void> {
  const [bot] = yield* load({ kind: 'lockedBot', id: version.botId });
  const effects = effectsOf(bot === undefined ? {} : { bot }, { kind: 'abandon_publication', version });
  return decided({ operations: dropsOf(version.botId, effects) }, () => {});
}

function dropsOf(botId: string, effects: readonly BotEffect[]): Operation[] {
  if (!hasEffect(effects, 'drop_reservation')) return [];
  return [{ kind: 'dropReservation', botId, id: effectOf(effects, 'drop_reservation').version }];
}
