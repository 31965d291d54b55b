import type { Catalog } from '../../domain/blocks/catalog.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { withDiagram } from '../../domain/draft.ts';
import type { BotEffect } from '../../domain/lifecycle/bot-decision.ts';
import { botLifecycle } from '../../domain/lifecycle/bot-lifecycle.ts';
import { asUuid, momentOfUuidV7 } from '../../domain/uuid.ts';
import { type Publication, requiredTier, type Version, type VersionSummary } from '../../domain/version.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { ChannelDeployer } from '../../ports/channel-deployer.ts';
import type { IdSource } from '../../ports/id-source.ts';
import { type Operation, ReservationLost } from '../../ports/operations.ts';
import type { VersionRecord } from '../../ports/version-store.ts';
import { assertAllowed, effectOf, effectsOf, hasEffect, liveOf, refusalError } from '../bots/bot-decisions.ts';
import { loadBot, loadWithDraft, loadWithHead } from '../bots/bot-records.ts';
import { brandStorage, done, refused } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import type { CheckFacts } from '../drafts/check-facts.ts';
import { type DiagramCheckerDependencies, diagramChecker, storedDiagram } from '../drafts/diagram-checker.ts';
import type { DraftWriterDependencies } from '../drafts/draft-write.ts';
import { draftWriter } from '../drafts/draft-writer.ts';
import { callDependency, EngineError } from '../engine-error.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import { type Changes, decided, load, noChanges, type Part, type UseCase } from '../use-case/use-case.ts';
import { findPublicationChannel } from './publication-channel.ts';

export interface PublicationDependencies extends DiagramCheckerDependencies, DraftWriterDependencies {
  readonly storage: EngineStorage;
  readonly catalog: Catalog;
  readonly ids: IdSource;
  readonly deployer: ChannelDeployer;
}

/** Revisions at which the caller wants to act; `undefined`: any. */
type Revisions = readonly number[] | undefined;

export interface Publications {
  publish(botId: string, ifRevision: Revisions): Promise<Publication>;
  restore(botId: string, versionId: string, ifRevision: Revisions): Promise<Publication>;
}

/** A reserved version, and the bot as it was when the diagram was checked. */
interface Reserved {
  readonly kind: 'reserved';
  readonly bot: BotRecord;
  readonly version: VersionRecord;
}

interface DiagramContent {
  readonly diagram: Diagram;
  readonly diagramJson: string;
}

type RestoreStep = (Reserved & DiagramContent) | ReturnType<typeof refused>;

type WentLive = { readonly kind: 'done'; readonly value: Publication } | { readonly kind: 'overtaken' };

/**
 * Publishes drafts and restored versions, in three steps: a use-case checks the diagram and reserves a version,
 * the host prepares the channels, a second transaction makes the version visible and live.
 */
export function publications(dependencies: PublicationDependencies, caller: Caller): Publications {
  const { storage, clock, ids, catalog, deployer, channelFamilies, sizes } = dependencies;
  const { brand, person } = caller.principal;
  const { perform } = brandStorage(storage, caller);
  const checker = diagramChecker(dependencies, caller);
  const writer = draftWriter(dependencies, caller, checker);
  const context = { channelFamilies };

  /** @spec VE12, VE13, VE18 */
  function reserveDraft(botId: string, ifRevision: Revisions): Promise<Reserved & { readonly revision: number }> {
    function* reserveChecked(facts: CheckFacts): UseCase<Reserved & { readonly revision: number }> {
      const { bot, draft } = yield* loadWithDraft(caller, botId);
      sizes.note(brand, bot.id, draft);
      const state = { bot, draft, live: liveOf(bot) };
      const command = { kind: 'publish', ifRevision } as const;
      assertAllowed(state, command, { context });
      const checked = yield* checker.check(bot, draft, facts);
      if (checked.kind === 'needs') return checked;

      const { diagram, check } = checked;
      const effects = effectsOf(state, { ...command, check }, { context, check });
      const { diagramJson, revision } = draft;
      const changes = noChanges();
      const reserved = yield* reserve(changes, bot, effects, { diagram, diagramJson });
      return decided(changes, () => ({ ...reserved, revision }));
    }
    return checker.withFacts('skip', (facts) => perform(() => reserveChecked(facts)), sizes.isLarge(brand, botId));
  }

  /** Copies a version into the draft and reserves the next version. @spec VE21, VE22, VE24, VE25, VE26 */
  function* reserveRestored(
    botId: string,
    versionId: string,
    ifRevision: Revisions,
    facts: CheckFacts,
  ): UseCase<RestoreStep> {
    const { bot, draft } = yield* loadWithDraft(caller, botId);
    const version = yield* loadVersion(bot, versionId);
    const state = { bot, draft, live: liveOf(bot) };
    const command = { kind: 'restore_version', version, ifRevision } as const;
    assertAllowed(state, command, { context });
    if (version === undefined) throw new Error(`A version of bot ${bot.id} is restored that is not there.`);

    if (facts.lacksTurn(version.diagramJson)) return facts.needsTurn();
    const diagram = yield* checker.completeForWrite(storedDiagram(version));
    const diagramJson = JSON.stringify(diagram);
    const checked = yield* checker.check(bot, { diagram, diagramJson }, facts);
    if (checked.kind === 'needs') return checked;

    const { check } = checked;
    const decision = botLifecycle.decide(state, { ...command, check }, context);
    const { revision } = effectOf(decision.effects, 'replace_draft');
    const changes = noChanges();
    writer.replace(changes, bot, draft, { revision, diagramJson, check });
    if (decision.kind === 'refused') return decided(changes, () => refused(refusalError(decision, { check })));
    const content = { diagram, diagramJson };
    const reserved = yield* reserve(changes, bot, decision.effects, content);
    return decided(changes, () => ({ ...reserved, ...content }));
  }

  /**
   * Reserves again when another publication came first: the restored diagram is checked again and published after that
   * one.
   */
  function* reserveAgain(
    { bot: { id }, version, ...content }: Reserved & DiagramContent,
    facts: CheckFacts,
  ): UseCase<RestoreStep> {
    const restored = { id: version.restoredFrom ?? '' };
    const bot = yield* loadBot(caller, id);
    const state = { bot, live: liveOf(bot) };
    const command = { kind: 'publish_restored', version: restored } as const;
    assertAllowed(state, command);
    const checked = yield* checker.check(bot, content, facts);
    if (checked.kind === 'needs') return checked;

    const { check } = checked;
    const changes = noChanges();
    const decision = botLifecycle.decide(state, { ...command, check });
    if (decision.kind === 'refused') return decided(changes, () => refused(refusalError(decision, { check })));
    const reserved = yield* reserve(changes, bot, decision.effects, content);
    return decided(changes, () => ({ ...reserved, ...content }));
  }

  async function restored(step: (facts: CheckFacts) => UseCase<RestoreStep>): Promise<Reserved & DiagramContent> {
    const outcome = await checker.withFacts('skip', (facts) => perform(() => step(facts)));
    if (outcome.kind === 'refused') throw outcome.error;
    return outcome;
  }

  /**
   * Reserves a hidden version of a bot. Its id sorts after that of the live version, even if another machine's
   * clock was ahead.
   *
   * @spec VE15, VE17, VE20
   */
  function* reserve(
    changes: Changes,
    bot: BotRecord,
    effects: readonly BotEffect[],
    { diagram, diagramJson }: DiagramContent,
  ): Part<Reserved> {
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
      publishedBy: person,
      builder: 'current',
      diagramJson,
      ...(restoredFrom !== undefined && { restoredFrom }),
      ...(channel !== undefined && { channel }),
      ...(tier !== undefined && { requiredTier: tier }),
    };
    changes.operations.push({ kind: 'reserveVersion', version, at: now });
    return { kind: 'reserved', bot, version };
  }

  /**
   * Lets the host prepare the channels for a reserved version, then makes it live. On any failure the reservation is
   * dropped and nothing else has changed.
   *
   * @param atRevision - The revision that the draft must still have when the version goes live; `undefined`: any.
   * @throws {EngineError} `dependency_failed`, `bot_not_found`, `draft_changed`
   * @spec VE14, VE15, VE16, VE17, VE18, VE19
   */
  async function goLive({ bot, version }: Reserved, atRevision: number | undefined): Promise<WentLive> {
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
      return await perform(() => reveal(version, atRevision));
    } catch (error) {
      await abandon(version);
      throw error instanceof ReservationLost ? new EngineError('dependency_failed', { cause: error }) : error;
    }
  }

  function* reveal(version: VersionRecord, atRevision: number | undefined): UseCase<WentLive> {
    const { botId, restoredFrom, requiredTier } = version;
    const { bot, draft } = yield* loadWithHead(caller, botId);
    const state = { bot, draft, live: liveOf(bot) };
    const effects = effectsOf(state, { kind: 'go_live', version, ifRevision: atRevision });
    if (hasEffect(effects, 'publish_again')) {
      return decided({ operations: dropsOf(botId, effects), events: [] }, () => ({ kind: 'overtaken' }));
    }
    const { version: id, notBefore = 0 } = effectOf(effects, 'reveal_version');
    const publishedAt = Math.max(clock.now(), notBefore);
    return decided(
      {
        operations: [
          { kind: 'revealVersion', botId, id, at: publishedAt },
          { kind: 'updateBot', id: botId, change: { publishedAt, liveVersion: id, requiredTier } },
        ],
        events: [
          {
            type: 'bot.published',
            botId,
            workspace: bot.workspace,
            versionId: id,
            ...(restoredFrom !== undefined && { restoredFrom }),
          },
        ],
      },
      () => done(toPublication({ ...version, publishedAt })),
    );
  }

  /** Drops a reservation. If that fails, the sweep removes it later, and the caller gets the original error. */
  async function abandon(version: VersionRecord): Promise<void> {
    function* drop(): UseCase<void> {
      const [bot] = yield* load({ kind: 'lockedBot', id: version.botId });
      const effects = effectsOf(bot === undefined ? {} : { bot }, { kind: 'abandon_publication', version });
      return decided({ operations: dropsOf(version.botId, effects), events: [] }, () => {});
    }
    await storage.perform(brand, drop).catch(() => {});
  }

  return {
    /**
     * Race rule: concurrent publications take effect one after the other. One that was overtaken by another starts
     * again from the current draft, so that an older draft never replaces a later live one.
     *
     * @spec VE6, VE7, VE12, VE13, VE17, VE18, VE28
     */
    async publish(botId, ifRevision) {
      for (;;) {
        const reserved = await reserveDraft(botId, ifRevision);
        const outcome = await goLive(reserved, ifRevision && reserved.revision);
        if (outcome.kind === 'done') return outcome.value;
      }
    },

    /**
     * The draft keeps the restored diagram even if it has violations or the channels cannot be prepared.
     *
     * @spec VE21, VE22, VE23, VE24, VE25, VE26
     */
    async restore(botId, versionId, ifRevision) {
      let reserved = await restored((facts) => reserveRestored(botId, versionId, ifRevision, facts));
      for (;;) {
        const outcome = await goLive(reserved, undefined);
        if (outcome.kind === 'done') return outcome.value;
        const before = reserved;
        reserved = await restored((facts) => reserveAgain(before, facts));
      }
    },
  };
}

function dropsOf(botId: string, effects: readonly BotEffect[]): Operation[] {
  return hasEffect(effects, 'drop_reservation')
    ? [{ kind: 'dropReservation', botId, id: effectOf(effects, 'drop_reservation').version }]
    : [];
}

/** Loads a version of a bot; `undefined`: the bot has no such version. */
export function* loadVersion({ id: botId }: BotRecord, versionId: unknown): Part<VersionRecord | undefined> {
  const id = asUuid(versionId);
  const [version] = id === undefined ? [] : yield* load({ kind: 'version', botId, id });
  return version;
}

/** @spec VE1 */
export function toSummary(record: VersionSummary): VersionSummary {
  const { id, name, publishedAt, publishedBy, restoredFrom, builder } = record;
  return {
    id,
    ...(name !== undefined && { name }),
    publishedAt,
    publishedBy,
    ...(restoredFrom !== undefined && { restoredFrom }),
    builder,
  };
}

export function toPublication(record: VersionRecord): Publication {
  const { channel } = record;
  return { ...toSummary(record), ...(channel !== undefined && { channel }) };
}

export function toVersion(record: VersionRecord): Version {
  return withDiagram(toPublication(record), record.diagramJson);
}
