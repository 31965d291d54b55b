import { prepareBot } from '../../domain/conversation/prepared-bot.ts';
import { isStillAt, placeNumber } from '../../domain/conversation/waiting-place.ts';
import { isNode } from '../../domain/diagram/diagram.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { PublicationPreview } from '../../domain/version.ts';
import type { BotRecord } from '../../records/bots.ts';
import { requireDraft } from '../bots/bot-records.ts';
import { storedDiagram } from '../drafts/diagram-checker.ts';
import { isLargeDiagram } from '../drafts/known-sizes.ts';
import { load, type Part } from '../use-case/use-case.ts';
import { loadVersion, requireVersion } from './version-records.ts';

/** From this number on, conversations are not counted further: the count takes milliseconds. @spec VE33 */
const mostCounted = 1_000;

/** The number of places in one request to the store. */
const placesInRequest = 1_000;

/** The blocks of versions with conversations at which no conversation continues after a publication. */
export interface LeftBlocks {
  /** By `placeNumber`. */
  readonly places: readonly number[];
  /** Whether one of the compared diagrams is large. */
  readonly isLarge: boolean;
}

/** A publication to come. */
interface NextPublication {
  /** Id of the version to restore; `undefined`: the draft is published. */
  readonly restored: string | undefined;
  /** `undefined`: conversations continue on the new version. */
  readonly finishDays: number | undefined;
  readonly now: EpochMs;
}

/**
 * Compares the versions on which conversations run with the draft of the bot, or with the version to restore.
 *
 * @throws {EngineError} `version_not_found`
 * @spec VE30, VE31, VE34, VE40
 */
export function* findLeftBlocks(bot: BotRecord, { restored, finishDays, now }: NextPublication): Part<LeftBlocks> {
  const next = yield* loadNext(bot, restored);
  const { id: botId, number, channelFamily, liveVersion, finishing = [] } = bot;
  if (liveVersion === undefined || finishDays !== undefined) return { places: [], isLarge: isLargeDiagram(next) };
  const earlier = finishing.filter(({ until }) => now < until).map(({ version }) => version);
  const nextBot = prepareBot({ number, channelFamily, diagram: storedDiagram(next) });
  const places = new Set<number>();
  let isLarge = isLargeDiagram(next);
  for (const id of [liveVersion, ...earlier]) {
    const [version] = yield* load({ kind: 'version', botId, id });
    if (version === undefined) continue;
    isLarge ||= isLargeDiagram(version);
    for (const [node, block] of Object.entries(storedDiagram(version).nodes)) {
      if (!isNode(block)) continue;
      const place = { bot: number, node, template: block.template };
      if (!isStillAt(nextBot, place)) places.add(placeNumber(place));
    }
  }
  return { places: [...places], isLarge };
}

function* loadNext(bot: BotRecord, restored: string | undefined): Part<{ readonly diagramJson: string }> {
  if (restored !== undefined) return requireVersion(yield* loadVersion(bot, restored));
  const [draft] = yield* load({ kind: 'draft', botId: bot.id });
  return requireDraft(bot.id, draft);
}

/** Counts the live conversations at these blocks. @spec VE30, VE32, VE33 */
export function* countWaiting({ places }: LeftBlocks): Part<PublicationPreview> {
  const requests = Array.from({ length: Math.ceil(places.length / placesInRequest) }, (_, index) => {
    const ofRequest = places.slice(index * placesInRequest, (index + 1) * placesInRequest);
    return { kind: 'countWaiting', places: ofRequest, upTo: mostCounted } as const;
  });
  const counts = yield* load(...requests);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { waiting: { total: Math.min(total, mostCounted), isExact: total < mostCounted } };
}
