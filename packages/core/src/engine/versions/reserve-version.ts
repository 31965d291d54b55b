import type { Catalog } from '../../domain/blocks/catalog.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { BotEffect } from '../../domain/lifecycle/bot-decision.ts';
import { momentOfUuidV7 } from '../../domain/uuid.ts';
import { requiredTier } from '../../domain/version.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { VersionRecord } from '../../ports/version-store.ts';
import { effectOf } from '../bots/bot-decisions.ts';
import type { Caller } from '../caller.ts';
import type { Changes, Part } from '../use-case/use-case.ts';
import { findPublicationChannel } from './publication-channel.ts';

/**
 * Reserves a hidden version of a bot. Its id sorts after that of the live version, even if another machine's clock was
 * ahead.
 *
 * @spec VE15, VE17, VE20
 */
export function* reserveVersion(
  { clock, ids, catalog, caller }: { clock: Clock; ids: IdSource; catalog: Catalog; caller: Caller },
  changes: Changes,
  bot: BotRecord,
  effects: readonly BotEffect[],
  { diagram, diagramJson }: { readonly diagram: Diagram; readonly diagramJson: string },
): Part<VersionRecord> {
  const { after, restoredFrom } = effectOf(effects, 'reserve_version');
  const now = clock.now();
  const id = ids.uuidAt(Math.max(now, after === undefined ? 0 : momentOfUuidV7(after) + 1));
  if (after !== undefined && id <= after) {
    throw new Error(`The id source gave ${id}, which does not sort after the live version ${after}.`);
  }
  const channel = yield* findPublicationChannel(bot);
  const tier = requiredTier(diagram, catalog);

  const version: VersionRecord = {
    id,
    botId: bot.id,
    publishedAt: now,
    publishedBy: caller.principal.person,
    builder: 'current',
    diagramJson,
    ...(restoredFrom !== undefined && { restoredFrom }),
    ...(channel !== undefined && { channel }),
    ...(tier !== undefined && { requiredTier: tier }),
  };
  changes.operations.push({ kind: 'reserveVersion', version, at: now });
  return version;
}
