import type { Catalog } from '../../domain/blocks/catalog.ts';
import type { Bot } from '../../domain/bot.ts';
import type { AccountReference, DiagramNames } from '../../domain/diagram/block-references.ts';
import { completeListedDiagram } from '../../domain/diagram/complete-diagram.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { DiagramEntries } from '../../domain/diagram/diagram-entries.ts';
import type { OwnRule } from '../../domain/own-rules/own-rule.ts';
import type { BlockKinds } from '../../domain/rules/block-kind.ts';
import { checkDiagramInSteps, checkListedDiagram, type DiagramContext } from '../../domain/rules/check-diagram.ts';
import { type CheckResult, mergeViolations, type Violation } from '../../domain/rules/violation.ts';
import type { BotReader } from '../../ports/bot-store.ts';
import type { AccountDirectory } from '../../ports/host-directories.ts';
import type { BrandReader, Storage } from '../../ports/storage.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import {
  type ActiveBots,
  areSameBots,
  type DirectoryFailure,
  findActiveBots,
  findLinkedBots,
  type KnownAccounts,
  lookUpAccounts,
  noKnownAccounts,
  unknownAccounts,
} from './diagram-facts.ts';
import type { KnownSizes } from './known-sizes.ts';
import { hasManyFormulas, isLargeText, type LargeDiagramQueue, type LargeDiagramWork } from './large-diagram-queue.ts';
import type { LiveTargets } from './live-targets.ts';

export interface DiagramCheckerDependencies {
  readonly storage: Pick<Storage, 'reader'>;
  readonly catalog: Catalog;
  readonly kinds: BlockKinds;
  /** Of diagrams that do not change. */
  readonly entriesOf: (diagram: Diagram) => DiagramEntries;
  /** The same. */
  readonly namesOf: (diagram: Diagram) => DiagramNames;
  readonly ownRules: readonly OwnRule[];
  /** By channel family of the host. */
  readonly greetingSlots: ReadonlyMap<string, string>;
  readonly accounts: AccountDirectory;
  readonly largeDiagrams: LargeDiagramQueue;
  readonly liveTargets: LiveTargets;
  readonly sizes: KnownSizes;
}

/** A bot whose diagram is checked. One that is not stored yet has no number, and none of its blocks can name it. */
export type CheckedBot = Pick<Bot, 'channelFamily'> & Partial<Pick<Bot, 'number' | 'id'>>;

/** Where a check finds the bots that a diagram names. */
export type BotSources = Pick<BrandReader, 'bots' | 'versions'>;

/**
 * A fact that a transaction needs and does not have: `accounts` that were not looked up, a place in the `queue` of
 * large diagrams, or the `check` of a large diagram. The transaction has written nothing and is run again with the
 * fact.
 */
export type MissingFact =
  | { readonly kind: 'missing'; readonly fact: 'accounts'; readonly references: readonly AccountReference[] }
  | { readonly kind: 'missing'; readonly fact: 'queue' }
  | { readonly kind: 'missing'; readonly fact: 'check'; readonly of: CheckedDiagram };

export const queueMissing: MissingFact = { kind: 'missing', fact: 'queue' };

interface CheckedDiagram {
  readonly bot: CheckedBot;
  readonly diagram: Diagram;
  readonly diagramJson: string;
}

/** The check of a large diagram, made before the transaction that it is for. */
interface EarlyCheck extends CheckedDiagram {
  readonly check: CheckResult;
  /** What the diagram names, and the bots of it that were active. */
  readonly names: DiagramNames;
  readonly linkedBots: ActiveBots;
}

/** The facts that were gathered between transactions. */
export interface KnownFacts {
  readonly accounts: KnownAccounts;
  /** Present while the work has its place in the queue of large diagrams. */
  readonly large?: LargeDiagramWork;
  readonly early?: EarlyCheck;
}

export interface Checked {
  readonly kind: 'checked';
  readonly diagram: Diagram;
  readonly check: CheckResult;
}

/** Completes and checks diagrams with the bots and accounts that one caller can see. */
export interface DiagramChecker {
  /** Adds the members that the service adds to a diagram, and lists the links to bots that the caller cannot see. */
  complete(
    bots: BotReader,
    diagram: Diagram,
  ): Promise<{ readonly diagram: Diagram; readonly violations: readonly Violation[] }>;
  /**
   * The same for a diagram that is about to be stored.
   *
   * @throws {EngineError} `linked_bot_not_found`, with one violation for each such block
   */
  completeForWrite(bots: BotReader, diagram: Diagram): Promise<Diagram>;
  /**
   * Checks a diagram by all rules, with the bots that it names as they are now.
   *
   * @param text - `diagram` is parsed from `diagramJson` where it is left out.
   */
  check(
    from: BotSources,
    bot: CheckedBot,
    text: { readonly diagramJson: string; readonly diagram?: Diagram },
    known: KnownFacts,
  ): Promise<Checked | MissingFact>;
  /**
   * Completes and checks a diagram that is not stored so, by all rules, with a directory that has to answer. A large one
   * is read, completed and checked in the queue.
   *
   * @param read - Called again when the diagram is large.
   * @param isLarge - Whether it is known to be large, so that it is not read before it has its place.
   */
  completeAndCheck(
    from: BotSources,
    bot: CheckedBot,
    read: () => Promise<{ readonly diagramJson: string; readonly diagram?: Diagram }>,
    isLarge?: boolean,
  ): Promise<{ readonly diagram: Diagram; readonly check: CheckResult }>;
  /** What all checks of the bot have in common. */
  contextWithoutFacts(bot: CheckedBot): DiagramContext;
  /** The facts with which a diagram that names these is checked; see `check`. */
  contextFor(
    from: BotSources,
    bot: CheckedBot,
    names: Pick<DiagramNames, 'accounts' | 'botNumbers' | 'jumpedBots'>,
    known: KnownFacts,
  ): Promise<DiagramContext | MissingFact>;
  /**
   * Runs `work` again until no fact is missing. Between the runs, never inside a transaction, missing accounts are
   * looked up in the directory, and a large diagram is checked in pieces.
   *
   * @param isLarge - Whether it takes a place in the queue of large diagrams from the start.
   */
  withFacts<TResult extends { readonly kind: string }>(
    onFailure: DirectoryFailure,
    work: (known: KnownFacts) => Promise<TResult | MissingFact>,
    isLarge?: boolean,
  ): Promise<Exclude<TResult, MissingFact>>;
}

/** Parses a stored diagram; every call returns a new copy. */
export function storedDiagram(record: { readonly diagramJson: string }): Diagram {
  return JSON.parse(record.diagramJson) as Diagram;
}

export function diagramChecker(
  dependencies: DiagramCheckerDependencies,
  caller: Pick<Caller, 'principal'>,
): DiagramChecker {
  const { storage, catalog, kinds, entriesOf, namesOf, ownRules, greetingSlots, largeDiagrams, liveTargets } =
    dependencies;
  const { accounts: directory } = dependencies;
  const { brand } = caller.principal;

  /** @spec DR10, DR11 */
  function contextOf(bot: CheckedBot, linkedBots: ActiveBots, accounts: KnownAccounts): DiagramContext {
    const connected = !accounts.unavailable && { connectedAccounts: accounts.connected };
    return { ...checker.contextWithoutFacts(bot), linkedBots, ...connected };
  }

  function missingAccounts(wanted: readonly AccountReference[], known: KnownAccounts): MissingFact | undefined {
    const references = unknownAccounts(known, wanted);
    return references.length === 0 ? undefined : { kind: 'missing', fact: 'accounts', references };
  }

  /**
   * Whether an early check still holds: it is of the same text, and the bots that the diagram names have not changed.
   */
  async function isStillTrue(from: BotSources, early: EarlyCheck, diagramJson: string): Promise<boolean> {
    if (early.diagramJson !== diagramJson) return false;
    return areSameBots(early.linkedBots, await findActiveBots(caller, from, early.names, liveTargets));
  }

  /** @spec DR44 */
  async function checkInPieces(
    of: CheckedDiagram,
    accounts: KnownAccounts,
    large: LargeDiagramWork,
  ): Promise<EarlyCheck | MissingFact> {
    const names = namesOf(of.diagram);
    const missing = missingAccounts(names.accounts, accounts);
    if (missing !== undefined) return missing;
    await large.pause();

    const linkedBots = await findActiveBots(caller, storage.reader(brand), names, liveTargets);
    await large.pause();

    const steps = checkDiagramInSteps(
      of.diagram,
      contextOf(of.bot, linkedBots, accounts),
      kinds,
      entriesOf(of.diagram),
    );
    for (;;) {
      const step = steps.next();
      await large.pause();
      if (step.done === true) return { ...of, check: step.value, names, linkedBots };
    }
  }

  /** Runs work on a large diagram in the queue. It leaves the queue whenever accounts have to be looked up. */
  function runInQueue<TResult extends { readonly kind: string }>(
    accounts: KnownAccounts,
    work: (known: KnownFacts) => Promise<TResult | MissingFact>,
  ): Promise<TResult | MissingFact> {
    return largeDiagrams.run(brand, async (large) => {
      let known: KnownFacts = { accounts, large };
      for (;;) {
        const result = await work(known);
        await large.pause();
        if (!isMissing(result) || result.fact !== 'check') return result;
        const early = await checkInPieces(result.of, accounts, large);
        if ('fact' in early) return early;
        known = { accounts, large, early };
      }
    });
  }

  const checker: DiagramChecker = {
    async complete(bots, diagram) {
      const linkedBots = await findLinkedBots(caller, bots, namesOf(diagram).botIds);
      return completeListedDiagram(diagram, entriesOf(diagram), { catalog, linkedBots });
    },

    /** @spec DR9, DR17 */
    async completeForWrite(bots, given) {
      const { diagram, violations } = await checker.complete(bots, given);
      if (violations.length > 0) throw new EngineError('linked_bot_not_found', { violations });
      return diagram;
    },

    /** @spec DR10, DR11, DR44 */
    async check(from, bot, { diagramJson, ...given }, known) {
      const { large, early } = known;
      if (large === undefined && isLargeText(diagramJson)) return queueMissing;
      if (early !== undefined && (await isStillTrue(from, early, diagramJson))) {
        return { kind: 'checked', diagram: early.diagram, check: early.check };
      }
      const diagram = given.diagram ?? storedDiagram({ diagramJson });
      if (large !== undefined) return { kind: 'missing', fact: 'check', of: { bot, diagram, diagramJson } };
      const names = namesOf(diagram);
      if (hasManyFormulas(names.formulas, kinds)) return queueMissing;

      const context = await checker.contextFor(from, bot, names, known);
      if ('fact' in context) return context;
      return { kind: 'checked', diagram, check: checkListedDiagram(diagram, entriesOf(diagram), context, kinds) };
    },

    /** @spec DR44, DR50 */
    async completeAndCheck(from, bot, read, isLarge) {
      let text: { readonly diagram: Diagram; readonly diagramJson: string } | undefined;
      let unseen: readonly Violation[] = [];
      const work = async (known: KnownFacts) => {
        if (text === undefined) {
          const given = await read();
          if (known.large === undefined && isLargeText(given.diagramJson)) return queueMissing;
          const diagram = given.diagram ?? storedDiagram(given);
          await known.large?.pause();
          const completed = await checker.complete(from.bots, diagram);
          await known.large?.pause();
          unseen = completed.violations;
          text = { diagram: completed.diagram, diagramJson: JSON.stringify(completed.diagram) };
          await known.large?.pause();
        }
        const checked = await checker.check(from, bot, text, known);
        if (checked.kind === 'missing') return checked;
        const { diagram } = text;
        return { kind: 'checked', diagram, check: mergeViolations(diagram, checked.check, unseen) } as const;
      };
      return checker.withFacts('refuse', work, isLarge);
    },

    contextWithoutFacts: ({ channelFamily, number, id }) => ({
      catalog,
      channelFamily,
      greetingSlots,
      ownRules,
      bot: { ...(number !== undefined && { number }), ...(id !== undefined && { id }) },
    }),

    async contextFor(from, bot, names, { accounts }) {
      const missing = missingAccounts(names.accounts, accounts);
      if (missing !== undefined) return missing;
      return contextOf(bot, await findActiveBots(caller, from, names, liveTargets), accounts);
    },

    /** @spec DR11, DR12, DR44 */
    async withFacts<TResult extends { readonly kind: string }>(
      onFailure: DirectoryFailure,
      work: (known: KnownFacts) => Promise<TResult | MissingFact>,
      isKnownLarge = false,
    ) {
      let accounts = noKnownAccounts;
      let isLarge = isKnownLarge;
      for (;;) {
        const result = isLarge ? await runInQueue(accounts, work) : await work({ accounts });
        if (!isMissing(result)) return result as Exclude<TResult, MissingFact>;
        if (result.fact === 'accounts') {
          const wanted = result.references;
          accounts = await lookUpAccounts(directory, brand, { known: accounts, wanted, onFailure });
        } else {
          isLarge = true;
        }
      }
    },
  };
  return checker;
}

function isMissing(result: { readonly kind: string }): result is MissingFact {
  return result.kind === 'missing';
}
