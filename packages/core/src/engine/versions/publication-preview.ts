import { prepareBot } from '../../domain/conversation/prepared-bot.ts';
import { isStillAt, placeNumber } from '../../domain/conversation/waiting-place.ts';
import { isNode } from '../../domain/diagram/diagram.ts';
import type { PublicationPreview } from '../../domain/version.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import { requireDraft } from '../bots/bot-records.ts';
import { storedDiagram } from '../drafts/diagram-checker.ts';
import { isLargeDiagram } from '../drafts/known-sizes.ts';
import { load, type Part } from '../use-case/use-case.ts';
import { loadVersion, requireVersion } from './version-records.ts';

/** From this number on, conversations are not counted further: the count takes milliseconds. @spec VE33 */
const mostCounted = 1_000;

/** The number of places in one request to the store. */
const placesInRequest = 1_000;

/** The blocks of a live version at which no conversation continues after a publication. */
export interface LeftBlocks {
  /** By `placeNumber`. */
  readonly places: readonly number[];
  /** Whether one of the compared diagrams is large. */
  readonly isLarge: boolean;
}

/**
 * Compares the live version of a bot with its draft, or with the version to restore.
 *
 * @throws {EngineError} `version_not_found`
 * @spec VE30, VE31, VE34
 */
export function* findLeftBlocks(bot: BotRecord, restored: string | undefined): Part<LeftBlocks> {
  const next = yield* loadNext(bot, restored);
  const live = yield* loadVersion(bot, bot.liveVersion);
  if (live === undefined) return { places: [], isLarge: isLargeDiagram(next) };
  const { number, channelFamily } = bot;
  const nextBot = prepareBot({ number, channelFamily, diagram: storedDiagram(next) });
  const places = Object.entries(storedDiagram(live).nodes).flatMap(([node, block]) => {
    if (!isNode(block)) return [];
    const place = { bot: number, node, template: block.template };
    return isStillAt(nextBot, place) ? [] : [placeNumber(place)];
  });
  return { places, isLarge: isLargeDiagram(live) || isLargeDiagram(next) };
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
