import type { Diagram } from '../../domain/diagram/diagram.ts';
import { publicationSchema } from '../../domain/inputs/drafts.ts';
import type { BotEffect } from '../../domain/lifecycle/bot-decision.ts';
import { botLifecycle } from '../../domain/lifecycle/bot-lifecycle.ts';
import { momentOfUuidV7 } from '../../domain/uuid.ts';
import { requiredTier } from '../../domain/version.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { VersionRecord } from '../../records/versions.ts';
import { assertAllowed, effectOf, effectsOf, liveOf, refusalError } from '../bots/bot-decisions.ts';
import { loadBot, loadWithDraft } from '../bots/bot-records.ts';
import { brandStorage } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import type { CheckFacts } from '../drafts/check-facts.ts';
import { type DiagramChecker, diagramChecker, storedDiagram } from '../drafts/diagram-checker.ts';
import { replaceDraft } from '../drafts/draft-write.ts';
import type { EngineParts } from '../engine-parts.ts';
import { readInput } from '../read-input.ts';
import { type Changes, noChanges, type Part, refusing, step, type UseCase } from '../use-case/use-case.ts';
import { goLive, type Reserved } from './go-live.ts';
import { findPublicationChannel } from './publication-channel.ts';
import type { Versions } from './version-handle.ts';
import { loadVersion } from './version-records.ts';

/** Revisions at which the caller wants to act; `undefined`: any. */
type Revisions = readonly number[] | undefined;

interface WantedPublication {
  readonly botId: string;
  readonly ifRevision: Revisions;
  readonly finishDays: number | undefined;
}

interface NewVersion {
  readonly diagram: Diagram;
  readonly diagramJson: string;
  readonly finishDays: number | undefined;
}

interface Parts extends EngineParts {
  readonly caller: Caller;
  readonly checker: DiagramChecker;
}

type Reservation = UseCase<Reserved>;

/**
 * Publishes drafts and restored versions, in three steps: a use-case checks the diagram and reserves a version, the host
 * prepares the channels, a second use-case makes the version visible and live.
 */
export function publications(engine: EngineParts, caller: Caller): Pick<Versions, 'publish' | 'restore'> {
  const { perform } = brandStorage(engine.storage, caller);
  const checker = diagramChecker(engine, caller);
  const parts = { ...engine, caller, checker };

  const reserve = (reserving: (facts: CheckFacts) => Reservation, isLarge = false): Promise<Reserved> =>
    checker.withFacts('skip', (facts) => perform(() => reserving(facts)), isLarge);

  return {
    /**
     * Race rule: concurrent publications take effect one after the other. A publication that another one overtook
     * starts again from the current draft, so that an older draft never replaces a later live one.
     *
     * @spec VE6, VE7, VE12, VE13, VE17, VE18, VE28, VE35
     */
    async publish(botId, options) {
      const wanted = { botId, ...readInput(publicationSchema, options ?? {}) };
      for (;;) {
        const isLarge = engine.sizes.isLarge(caller.principal.brand, botId);
        const reserved = await reserve((facts) => reserveDraft(parts, facts, wanted), isLarge);
        const published = await goLive(parts, reserved);
        if (published !== undefined) return published;
      }
    },

    /**
     * The draft keeps the restored diagram even if it has violations or the channels cannot be prepared.
     *
     * @spec VE21, VE22, VE23, VE24, VE25, VE26
     */
    async restore(botId, versionId, options) {
      const wanted = { botId, versionId, ...readInput(publicationSchema, options ?? {}) };
      let reserved = await reserve((facts) => reserveRestored(parts, facts, wanted));
      for (;;) {
        const published = await goLive(parts, reserved);
        if (published !== undefined) return published;
        const { version } = reserved;
        reserved = await reserve((facts) => reserveAgain(parts, facts, version));
      }
    },
  };
}

/** @spec VE12, VE13, VE18 */
function* reserveDraft(
  parts: Parts,
  facts: CheckFacts,
  { botId, ifRevision, finishDays }: WantedPublication,
): Reservation {
  const { caller, checker, channelFamilies, sizes } = parts;
  const { bot, draft } = yield* loadWithDraft(caller, botId);
  sizes.note(caller.principal.brand, bot.id, draft);
  const state = { bot, draft, live: liveOf(bot) };
  const command = { kind: 'publish', ifRevision } as const;
  const context = { channelFamilies };
  assertAllowed(state, command, { context });
  const checked = yield* checker.check(bot, draft, facts);
  if (checked.kind === 'needs') return checked;

  const { diagram, check } = checked;
  const effects = effectsOf(state, { ...command, check }, { context, check });
  const { diagramJson, revision } = draft;
  const changes = noChanges();
  const version = yield* reserveVersion(parts, changes, bot, effects, { diagram, diagramJson, finishDays });
  return step(changes, () => ({ bot, version, atRevision: ifRevision && revision }));
}

/** Copies a version into the draft and reserves the next version. @spec VE21, VE22, VE24, VE25, VE26 */
function* reserveRestored(
  parts: Parts,
  facts: CheckFacts,
  wanted: WantedPublication & { readonly versionId: string },
): Reservation {
  const { caller, checker, channelFamilies } = parts;
  const { bot, draft } = yield* loadWithDraft(caller, wanted.botId);
  const version = yield* loadVersion(bot, wanted.versionId);
  const state = { bot, draft, live: liveOf(bot) };
  const command = { kind: 'restore_version', version, ifRevision: wanted.ifRevision } as const;
  const context = { channelFamilies };
  assertAllowed(state, command, { context });
  if (version === undefined) throw new Error(`The version of bot ${bot.id} to restore does not exist.`);

  if (facts.lacksTurn(version.diagramJson)) return facts.needsTurn();
  const diagram = yield* checker.completeForWrite(storedDiagram(version));
  const diagramJson = JSON.stringify(diagram);
  const checked = yield* checker.check(bot, { diagram, diagramJson }, facts);
  if (checked.kind === 'needs') return checked;

  const { check } = checked;
  const decision = botLifecycle.decide(state, { ...command, check }, context);
  const { revision } = effectOf(decision.effects, 'replace_draft');
  const changes = noChanges();
  replaceDraft(parts, changes, { bot, draft }, { revision, diagramJson, check });
  if (decision.kind === 'refused') return refusing(changes, refusalError(decision, { check }));
  const { finishDays } = wanted;
  const reserved = yield* reserveVersion(parts, changes, bot, decision.effects, { diagram, diagramJson, finishDays });
  return step(changes, () => ({ bot, version: reserved }));
}

/**
 * Reserves again when another publication came first: the restored diagram is checked again and published after that
 * one.
 */
function* reserveAgain(parts: Parts, facts: CheckFacts, before: VersionRecord): Reservation {
  const { caller, checker } = parts;
  const { botId, diagramJson, finishDays, restoredFrom = '' } = before;
  const bot = yield* loadBot(caller, botId);
  const state = { bot, live: liveOf(bot) };
  const command = { kind: 'publish_restored', version: { id: restoredFrom } } as const;
  assertAllowed(state, command);
  const checked = yield* checker.check(bot, before, facts);
  if (checked.kind === 'needs') return checked;

  const { diagram, check } = checked;
  const changes = noChanges();
  const decision = botLifecycle.decide(state, { ...command, check });
  if (decision.kind === 'refused') return refusing(changes, refusalError(decision, { check }));
  const version = yield* reserveVersion(parts, changes, bot, decision.effects, { diagram, diagramJson, finishDays });
  return step(changes, () => ({ bot, version }));
}

/**
 * Reserves a hidden version of a bot. Its id sorts after the id of the live version, even if another machine's clock
 * was ahead.
 *
 * @spec VE15, VE17, VE20
 */
function* reserveVersion(
  { clock, ids, catalog, caller }: Parts,
  changes: Changes,
  bot: BotRecord,
  effects: readonly BotEffect[],
  { diagram, diagramJson, finishDays }: NewVersion,
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
    ...(finishDays !== undefined && { finishDays }),
    ...(channel !== undefined && { channel }),
    ...(tier !== undefined && { requiredTier: tier }),
  };
  changes.operations.push({ kind: 'reserveVersion', version, at: now });
  return version;
}
