import type { DiagramNames } from '../../domain/diagram/block-references.ts';
import { completeDiagram } from '../../domain/diagram/complete-diagram.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { checkDiagram, checkDiagramInSteps, type DiagramContext } from '../../domain/rules/check-diagram.ts';
import { type CheckResult, mergeViolations, type Violation } from '../../domain/rules/violation.ts';
import type { Caller } from '../caller.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { Needs, Part } from '../use-case/use-case.ts';
import { type CheckedBot, type CheckedDiagram, CheckFacts, type EarlyCheck } from './check-facts.ts';
import {
  type ActiveBots,
  areSameBots,
  type DirectoryFailure,
  findActiveBots,
  findLinkedBots,
  type KnownAccounts,
  lookUpAccounts,
} from './diagram-facts.ts';
import { hasManyFormulas, type LargeDiagramWork } from './large-diagram-queue.ts';

export interface Checked {
  readonly kind: 'checked';
  readonly diagram: Diagram;
  readonly check: CheckResult;
}

/** Completes and checks diagrams with the bots and accounts that one caller can see. */
export interface DiagramChecker {
  /**
   * Adds the members that the service adds to a diagram which is about to be stored.
   *
   * @throws {EngineError} `linked_bot_not_found`, with one violation for each link to a bot that the caller cannot see
   */
  completeForWrite(diagram: Diagram): Part<Diagram>;
  /**
   * Checks a diagram by all rules, with the present state of the bots that it names.
   *
   * @param text - `diagram` is parsed from `diagramJson` if it is left out.
   */
  check(
    bot: CheckedBot,
    text: { readonly diagramJson: string; readonly diagram?: Diagram },
    facts: CheckFacts,
  ): Part<Checked | Needs>;
  /** The part of the context that all checks of the bot share. */
  contextWithoutFacts(bot: CheckedBot): DiagramContext;
  /** The context with the facts about the named bots; see `check`. */
  contextFor(
    bot: CheckedBot,
    names: Pick<DiagramNames, 'accounts' | 'botNumbers' | 'jumpedBots'>,
    facts: CheckFacts,
  ): Part<DiagramContext | Needs>;
  /**
   * Runs a use-case that checks, with its facts.
   *
   * @param isLarge - Whether it takes a turn in the queue of large diagrams from the start.
   */
  withFacts<T>(onFailure: DirectoryFailure, work: (facts: CheckFacts) => Promise<T>, isLarge?: boolean): Promise<T>;
}

/** Parses a stored diagram; every call returns a new copy. */
export function storedDiagram(record: { readonly diagramJson: string }): Diagram {
  return JSON.parse(record.diagramJson) as Diagram;
}

export function diagramChecker(engine: EngineParts, caller: Pick<Caller, 'principal'>): DiagramChecker {
  const { kinds, entriesOf, namesOf, largeDiagrams, liveTargets, accounts: directory } = engine;
  const { brand } = caller.principal;
  const parts = { ...engine, caller };

  const checker: DiagramChecker = {
    /** @spec DR9, DR17 */
    *completeForWrite(given) {
      const { diagram, violations } = yield* complete(parts, given);
      if (violations.length > 0) throw new EngineError('linked_bot_not_found', { violations });
      return diagram;
    },

    /** @spec DR10, DR11, DR44 */
    *check(bot, { diagramJson, ...given }, facts) {
      const { early } = facts;
      if (facts.lacksTurn(diagramJson)) return facts.needsTurn();
      if (early !== undefined && (yield* isStillTrue(parts, early, diagramJson))) {
        return { kind: 'checked', diagram: early.diagram, check: early.check };
      }
      const diagram = given.diagram ?? storedDiagram({ diagramJson });
      if (facts.turn !== undefined) return facts.needsCheck({ bot, diagram, diagramJson });
      const names = namesOf(diagram);
      if (hasManyFormulas(names.formulas, kinds)) return facts.needsTurn();

      const context = yield* checker.contextFor(bot, names, facts);
      if ('obtain' in context) return context;
      return { kind: 'checked', diagram, check: checkDiagram(diagram, context, kinds, entriesOf(diagram)) };
    },

    contextWithoutFacts: (bot) => contextWithoutFacts(parts, bot),

    *contextFor(bot, names, facts) {
      const missing = facts.needsAccounts(names.accounts);
      if (missing !== undefined) return missing;
      return contextOf(parts, bot, yield* findActiveBots(caller, names, liveTargets), facts.accounts);
    },

    /** @spec DR11, DR12, DR44 */
    async withFacts(onFailure, work, isLarge = false) {
      const facts = new CheckFacts({
        lookUp: (known, wanted) => lookUpAccounts(directory, brand, { known, wanted, onFailure }),
        accountsOf: (diagram) => namesOf(diagram).accounts,
        checkInPieces: (of, accounts, turn) => checkInPieces(parts, of, accounts, turn),
        enter: (turnWork) => largeDiagrams.run(brand, turnWork),
      });
      try {
        if (isLarge) await facts.takeTurn();
        return await work(facts);
      } finally {
        await facts.endTurn();
      }
    },
  };
  return checker;
}

type Parts = EngineParts & { readonly caller: Pick<Caller, 'principal'> };

/**
 * Completes a diagram from outside the store and checks it by all rules; fails if the directory does not answer. A
 * large diagram is read, completed and checked in the queue.
 *
 * @param read - Called again when the diagram is large.
 * @param isLarge - Whether the diagram is known to be large, so that it is read only in the queue.
 * @spec DR44, DR50
 */
export function completeAndCheck(
  parts: Parts & { readonly checker: DiagramChecker },
  bot: CheckedBot,
  read: () => Promise<{ readonly diagramJson: string; readonly diagram?: Diagram }>,
  isLarge?: boolean,
): Promise<Pick<Checked, 'diagram' | 'check'>> {
  const { storage, caller, checker } = parts;
  const reads = storage.reads(caller.principal.brand);

  async function run(facts: CheckFacts) {
    // A large text does not stay in memory while it waits for its turn.
    const readUnlessLarge = async () => {
      const given = await read();
      return facts.lacksTurn(given.diagramJson) ? facts.takeTurn() : given;
    };
    const given = (await readUnlessLarge()) ?? (await read());
    const parsed = given.diagram ?? storedDiagram(given);
    await facts.turn?.pause();
    const { diagram, violations: hidden } = await reads.run(complete(parts, parsed));
    await facts.turn?.pause();
    const text = { diagram, diagramJson: JSON.stringify(diagram) };
    await facts.turn?.pause();
    for (;;) {
      const checked = await reads.run(checker.check(bot, text, facts));
      if (checked.kind === 'checked') return { diagram, check: mergeViolations(diagram, checked.check, hidden) };
      await checked.obtain();
    }
  }
  return checker.withFacts('refuse', run, isLarge);
}

/** Adds the members that the service adds to a diagram, and lists the links to bots that the caller cannot see. */
function* complete(
  { catalog, entriesOf, namesOf, caller }: Parts,
  diagram: Diagram,
): Part<{ readonly diagram: Diagram; readonly violations: readonly Violation[] }> {
  const linkedBots = yield* findLinkedBots(caller, namesOf(diagram).botIds);
  return completeDiagram(diagram, { catalog, linkedBots }, entriesOf(diagram));
}

function contextWithoutFacts(
  { catalog, greetingSlots, ownRules }: EngineParts,
  { channelFamily, number, id }: CheckedBot,
): DiagramContext {
  const bot = { ...(number !== undefined && { number }), ...(id !== undefined && { id }) };
  return { catalog, channelFamily, greetingSlots, ownRules, bot };
}

/** @spec DR10, DR11 */
function contextOf(
  parts: EngineParts,
  bot: CheckedBot,
  linkedBots: ActiveBots,
  accounts: KnownAccounts,
): DiagramContext {
  const connected = !accounts.unavailable && { connectedAccounts: accounts.connected };
  return { ...contextWithoutFacts(parts, bot), linkedBots, models: parts.models, ...connected };
}

/** Whether an early check is still valid: the text and the named bots have not changed. */
function* isStillTrue({ namesOf, liveTargets, caller }: Parts, early: EarlyCheck, diagramJson: string): Part<boolean> {
  if (early.diagramJson !== diagramJson) return false;
  return areSameBots(early.linkedBots, yield* findActiveBots(caller, namesOf(early.diagram), liveTargets));
}

/** @spec DR44 */
async function checkInPieces(
  parts: Parts,
  { bot, ...of }: CheckedDiagram,
  accounts: KnownAccounts,
  turn: LargeDiagramWork,
): Promise<EarlyCheck> {
  const { storage, kinds, entriesOf, namesOf, liveTargets, caller } = parts;
  await turn.pause();
  const finding = findActiveBots(caller, namesOf(of.diagram), liveTargets);
  const linkedBots = await storage.reads(caller.principal.brand).run(finding);
  await turn.pause();

  const context = contextOf(parts, bot, linkedBots, accounts);
  const steps = checkDiagramInSteps(of.diagram, context, kinds, entriesOf(of.diagram));
  for (;;) {
    const step = steps.next();
    await turn.pause();
    if (step.done === true) return { ...of, check: step.value, linkedBots };
  }
}
