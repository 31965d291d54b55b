import { createCatalog } from '@botwright/core/diagram';
import { runnerOf, type SimulateOptions, simulation } from '../chat/simulate.ts';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import type { BotSource } from '../chat/tested-bot.ts';
import { diagramGraph } from '../paths/diagram-graph.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type Act, isSaid, perform } from './act.ts';
import { chooseAct, type Guide, guideOf, properAnswers } from './choose-act.ts';
import { createFaultFinder, type VisitFault } from './find-fault.ts';
import { randomOf } from './random.ts';
import { rememberingRunner } from './remembered-steps.ts';
import { scenarioOfFault } from './scenario-of-fault.ts';
import { shrink } from './shrink.ts';

/** The faults that random visitors found in a bot. */
export interface VisitReport {
  /** Number of visits. */
  readonly visitors: number;
  /** Steps of all visits. */
  readonly steps: number;
  /** Repeats the same visits, as an option. */
  readonly seed: number;
  /** Different faults, the first 20. */
  readonly faults: readonly (VisitFault & {
    /** Index of the first visitor who found it. */
    readonly visitor: number;
    /** How many visitors found it. */
    readonly times: number;
    /** The shortest conversation that was found. It fails while the bot has the fault. */
    readonly scenario: Scenario;
  })[];
}

const usualVisitors = 1_000;
const usualSteps = 30;
const mostFaults = 20;

/** Opens a chat; a visit with `wait` lets time pass. */
type OpenChat = (acts: readonly Act[]) => SimulatedChat;

/**
 * Lets random visitors talk to a bot: people who answer, type rubbish, repeat themselves, send files, press old buttons,
 * leave and come back. Effects succeed or fail by chance. The same seed gives the same visitors.
 *
 * @throws {DiagramRefused} When the diagram of a bot breaks a rule.
 * @spec MU10, MU16, MU17
 * @example
 * expect(visitBot(diagram, { visitors: 2_000, seed: 7 }).faults).toEqual([]);
 *
 */
export function visitBot(
  source: BotSource,
  options: SimulateOptions & {
    /** Default 1,000. */
    readonly visitors?: number;
    /** A whole number. Default 1. */
    readonly seed?: number;
    /** The most steps of one visit. Default 30. */
    readonly steps?: number;
  } = {},
): VisitReport {
  const { visitors = usualVisitors, seed = 1, steps: most = usualSteps, ...given } = options;
  const common = { ...given, catalog: given.catalog ?? createCatalog(given.blocks) };
  const begin = simulation(source, { ...common, runner: rememberingRunner(common.runner ?? runnerOf(common)) });
  const open: OpenChat = (acts) => {
    const chat = begin({ skipsWaits: !acts.some((act) => 'wait' in act) });
    chat.start();
    return chat;
  };
  const { diagrams } = begin();
  const graphs = [...diagrams].map(([number, diagram]) => [number, diagramGraph({ diagram, number }, common)] as const);
  const guide = guideOf(new Map(graphs));
  const found = new Map<string, VisitReport['faults'][number]>();
  let steps = 0;
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const visit = visitOnce(guide, open, most, seed, visitor);
    steps += visit.acts.length;
    if (visit.fault === undefined) continue;
    const key = keyOf(visit.fault);
    const known = found.get(key);
    if (known !== undefined) found.set(key, { ...known, times: known.times + 1 });
    else if (found.size < mostFaults)
      found.set(key, { ...visit.fault, visitor, times: 1, scenario: scenarioOf(visit, key) });
  }
  return { visitors, steps, seed, faults: [...found.values()] };

  function scenarioOf({ acts }: Visit, key: string): Scenario {
    const shrunk = shrink(acts, (fewer) => {
      const again = replay(guide, open, fewer);
      return again.fault !== undefined && keyOf(again.fault) === key ? again.acts : undefined;
    });
    const { fault, chat } = replay(guide, open, shrunk);
    return scenarioOfFault(chat, fault as VisitFault, given);
  }
}

function keyOf({ check, block, code = '' }: VisitFault): string {
  return JSON.stringify([check, block, code]);
}

interface Visit {
  readonly chat: SimulatedChat;
  readonly acts: readonly Act[];
  readonly fault: VisitFault | undefined;
}

/** Visitors who see the waits of the bot begin with a short one. */
const patience: Act = { wait: '1 s' };

function visitOnce(guide: Guide, open: OpenChat, most: number, seed: number, visitor: number): Visit {
  const random = randomOf(seed, visitor);
  const isPatient = random(4) === 0;
  const first = isPatient ? [patience] : [];
  const acts: Act[] = [];
  const said: Act[] = [];
  const next = (chat: SimulatedChat): Act | undefined => {
    if (acts.length >= most) return undefined;
    const act = acts.length < first.length ? first[acts.length] : chooseAct(guide, chat, said, random);
    // Only patient visitors let time pass: the others would see waits of the bot then.
    return act !== undefined && 'wait' in act && !isPatient ? { visitor: 'Are you there?' } : act;
  };
  return talk(guide, open(first), next, (act) => {
    acts.push(act);
    if (isSaid(act) && said.length < mostSaid) said.push(act);
  });
}

/** Own messages that a visitor may repeat. */
const mostSaid = 5;

function replay(guide: Guide, open: OpenChat, acts: readonly Act[]): Visit {
  let at = 0;
  return talk(guide, open(acts), () => acts[at++]);
}

/** Takes steps until a fault, or until none is left. Leaves out steps that the chat cannot take. */
function talk(
  guide: Guide,
  chat: SimulatedChat,
  next: (chat: SimulatedChat) => Act | undefined,
  taken: (act: Act) => void = () => {},
): Visit {
  const findFault = createFaultFinder(chat);
  const trap = createTrap(guide);
  const acts: Act[] = [];
  let refused = 0;
  const error = findFault(patience);
  if (error !== undefined) return { chat, acts, fault: error };
  for (let act = next(chat); act !== undefined && refused < mostRefused; act = next(chat)) {
    const isProper = trap.isProper(chat, act);
    if (!perform(chat, act)) {
      refused += 1;
      continue;
    }
    acts.push(act);
    taken(act);
    const fault = findFault(act) ?? (isProper ? trap.findFault(chat) : undefined);
    if (fault !== undefined) return { chat, acts, fault };
  }
  return { chat, acts, fault: undefined };
}

/** Steps of one visit that its chat cannot take. */
const mostRefused = 50;

/**
 * Finds a question that no proper answer leaves, once a visitor has given each of them.
 *
 * @spec MU15
 */
function createTrap(guide: Guide) {
  let block = '';
  const tried = new Set<string>();
  return {
    isProper(chat: SimulatedChat, act: Act): boolean {
      const { position } = chat;
      if (position.kind !== 'answer') return false;
      const { keys, areOwn } = properAnswers(guide, chat);
      if (!areOwn || !isSaid(act)) return false;
      const key = JSON.stringify(act);
      if (!keys.has(key)) return false;
      if (position.node !== block) tried.clear();
      block = position.node;
      tried.add(key);
      return true;
    },
    findFault(chat: SimulatedChat): VisitFault | undefined {
      const { position } = chat;
      if (position.kind !== 'answer' || position.node !== block || hasLeft(chat)) {
        tried.clear();
        block = '';
        return undefined;
      }
      const { keys } = properAnswers(guide, chat);
      if (!keys.isSubsetOf(tried)) return undefined;
      return { check: 'dead_end', block, message: `No proper answer leaves block "${block}".` };
    },
  };
}

/** Whether the last input left the block at which the chat waits. */
function hasLeft({ trace }: SimulatedChat): boolean {
  return trace.at(-1)?.kind !== 'resumed';
}
