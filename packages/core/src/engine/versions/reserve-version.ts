import type { Diagram } from '../../domain/diagram/diagram.ts';
import { momentOfUuidV7 } from '../../domain/uuid/uuid-v7.ts';
import { requiredTier } from '../../domain/version/required-tier.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import type { VersionRecord } from '../../ports/version-store.ts';
import type { Scope } from '../scope.ts';
import { findPublicationChannel } from './publication-channel.ts';

/** What is about to go out. */
export interface Content {
  readonly diagram: Diagram;
  readonly diagramJson: string;
  readonly restoredFrom?: string;
}

/** A version that nobody sees yet, and the bot as it was when the diagram was checked. */
export interface Reserved {
  readonly kind: 'reserved';
  readonly bot: BotRecord;
  readonly version: VersionRecord;
}

/**
 * Files a hidden version of a bot that is held, with an id that sorts after the live version's, whatever clock
 * gave that one its id.
 *
 * @spec VE15, VE17, VE20
 */
export async function reserveVersion(
  scope: Scope,
  tx: BrandTransaction,
  bot: BotRecord,
  content: Content,
): Promise<Reserved> {
  const { clock, ids, catalog, principal } = scope;
  const now = clock.now();
  const { liveVersion } = bot;
  const after = liveVersion === undefined ? 0 : momentOfUuidV7(liveVersion) + 1;
  const id = ids.uuidAt(Math.max(now, after));
  if (liveVersion !== undefined && id <= liveVersion) {
    throw new Error(`The id source gave ${id}, which does not sort after the live version ${liveVersion}.`);
  }
  const channel = await findPublicationChannel(tx.channels, bot);
  const tier = requiredTier(content.diagram, catalog);

  const version: VersionRecord = {
    id,
    botId: bot.id,
    publishedAt: now,
    publishedBy: principal.person,
    builder: 'current',
    diagramJson: content.diagramJson,
    ...(content.restoredFrom !== undefined && { restoredFrom: content.restoredFrom }),
    ...(channel !== undefined && { channel }),
    ...(tier !== undefined && { requiredTier: tier }),
  };
  await tx.versions.reserve(version, now);
  return { kind: 'reserved', bot, version };
}
