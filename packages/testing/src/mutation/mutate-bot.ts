import type { AwaitedEffect } from '@botwright/core/conversation';
import { createCatalog, type Diagram } from '@botwright/core/diagram';
import { conversationRunner } from '@botwright/core/runner';
import { percentOf } from '../block-coverage/render-coverage.ts';
import { simulate } from '../chat/simulate.ts';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import type { BotSource, WholeBot } from '../chat/tested-bot.ts';
import { beginningsOf, type DiagramGraph, diagramGraph } from '../paths/diagram-graph.ts';
import { scenarioSkeletons } from '../paths/scenario-skeletons.ts';
import { type BotPath, waysFrom, waysTo } from '../paths/shortest-paths.ts';
import { recordScenario } from '../scenario/record-scenario.ts';
import { runScenario, type ScenarioOptions } from '../scenario/run-scenario.ts';
import type { Scenario, ScenarioStep } from '../scenario/scenario.ts';
import type { Mutant } from './mutant.ts';
import { paramMutants } from './param-mutants.ts';
import { wireMutants } from './wire-mutants.ts';

/** Default of `most`. */
const usualMost = 2_000;

type Outcome = 'killed' | 'survived' | 'unreached';

/** A changed bot, and whether a scenario noticed. */
interface TriedMutant extends Omit<Mutant, 'outputs' | 'make'> {
  /** The outputs that the change concerns; empty: the whole block. */
  readonly outputs: readonly string[];
  /** `unreached`: no conversation of the scenarios uses the changed part. */
  readonly outcome: Outcome;
  /** Name of the scenario that noticed. */
  readonly by?: string;
  /** A shortest path from the beginning to the block. */
  readonly path: BotPath;
  /** Name of the one of `proposals` that notices it. */
  readonly proposal?: string;
}

/** The changes that the scenarios of a bot notice. */
export interface MutationReport {
  /** Percent of the changed bots that a scenario noticed. */
  readonly score: number;
  /** Changed bots that a scenario noticed. */
  readonly killed: number;
  /** Changed bots that scenarios reached and none noticed. */
  readonly survived: number;
  /** Changed bots whose change no scenario reached. */
  readonly unreached: number;
  /** Changed bots above `most`, which were not tried. */
  readonly leftOut: number;
  /** Names of scenarios that fail with the unchanged bot; they did not run with changed ones. */
  readonly failed: readonly string[];
  /** In diagram order. */
  readonly mutants: readonly TriedMutant[];
  /** Scenarios that pass with the bot, and notice changes that the given ones do not. */
  readonly proposals: readonly Scenario[];
}

/** A scenario that passes with the bot, and the parts of the bot that its conversation uses. */
interface Test {
  readonly scenario: Scenario;
  readonly options: ScenarioOptions;
  readonly blocks: ReadonlySet<string>;
  /** The JSON of block and output. */
  readonly taken: ReadonlySet<string>;
  /** Events of its conversation. */
  readonly length: number;
}

/**
 * Changes a bot in one place at a time, runs its scenarios with each changed bot, and tells which changes no scenario
 * notices. Only scenarios whose conversation uses the changed part run.
 *
 * @throws {DiagramRefused} When the diagram of a bot breaks a rule.
 * @spec MU1, MU5, MU6, MU7, MU8
 * @example
 * const { score, mutants } = mutateBot(diagram, readScenarios(text).scenarios);
 *
 */
export function mutateBot(
  source: BotSource,
  scenarios: readonly Scenario[],
  options: ScenarioOptions & {
    /** Options of a scenario that differ from the others, such as the options of its file. */
    readonly optionsOf?: (scenario: Scenario) => ScenarioOptions;
    /** The most changed bots; more are reduced to an even selection. Default 2,000. */
    readonly most?: number;
    /** Finds scenarios that notice more changes than the given ones. Default yes. */
    readonly proposes?: boolean;
  } = {},
): MutationReport {
  const { optionsOf = () => ({}), most = usualMost, proposes = true, ...given } = options;
  const catalog = given.catalog ?? createCatalog(given.blocks);
  const common = { ...given, catalog, runner: given.runner ?? conversationRunner({ ...given, catalog }) };
  const graph = diagramGraph(source, common);
  simulate(graph.bot, { ...common, effects: {} });
  const run = (scenario: Scenario) => ({ ...common, ...optionsOf(scenario), unchecked: true });
  const tried = scenarios.map((scenario) => ({ scenario, result: runScenario(scenario, graph.bot, run(scenario)) }));
  const tests = tried
    .flatMap(({ scenario, result }) => (result.ok ? [testOf(scenario, result.chat, run(scenario), graph.bot)] : []))
    .sort((one, other) => one.length - other.length);
  const first = firstWays(graph);
  const all = distinct(allMutants(graph, new Set(first.keys())));
  const chosen = selection(all, most);
  const outcomes = chosen.map((mutant) => outcomeOf(mutant, graph.bot, tests));
  const missed = outcomes.filter(({ outcome }) => outcome !== 'killed').map(({ mutant }) => mutant);
  const proposals = proposes && missed.length > 0 ? propose(graph, missed, tests, common) : [];
  const count = (kind: Outcome): number => outcomes.filter(({ outcome }) => outcome === kind).length;
  return {
    score: percentOf({ covered: count('killed'), total: outcomes.length }),
    killed: count('killed'),
    survived: count('survived'),
    unreached: count('unreached'),
    leftOut: all.length - chosen.length,
    failed: tried.flatMap(({ scenario, result }) => (result.ok ? [] : [scenario.name])),
    mutants: outcomes.map(({ mutant, outcome, by }): TriedMutant => {
      const { make: _, outputs = [], ...described } = mutant;
      const proposal = proposals.find(({ kills }) => kills.has(mutant))?.scenario.name;
      return {
        ...described,
        outputs,
        outcome,
        ...(by !== undefined && { by }),
        path: waysTo(mutant.block, first),
        ...(proposal !== undefined && { proposal }),
      };
    }),
    proposals: proposals.map(({ scenario }) => scenario),
  };
}

/** The blocks that conversations can come to, with the first way to each. */
function firstWays(graph: DiagramGraph): ReadonlyMap<string, BotPath[number] | undefined> {
  const first = new Map<string, BotPath[number] | undefined>();
  for (const beginning of beginningsOf(graph)) {
    for (const [block, way] of waysFrom(graph, beginning)) if (!first.has(block)) first.set(block, way);
  }
  return first;
}

/** Changes of unreachable blocks concern no conversation. @spec MU5 */
function allMutants(graph: DiagramGraph, reachable: ReadonlySet<string>): readonly Mutant[] {
  const ofBlock = Map.groupBy(
    [...wireMutants(graph, reachable), ...[...reachable].flatMap((block) => paramMutants(graph, block))],
    ({ block }) => block,
  );
  return Object.keys(graph.bot.diagram.nodes).flatMap((block) => ofBlock.get(block) ?? []);
}

/** One of several equal changes. */
function distinct(mutants: readonly Mutant[]): readonly Mutant[] {
  return [...new Map(mutants.map((mutant) => [JSON.stringify([mutant.block, mutant.change]), mutant])).values()];
}

function selection(mutants: readonly Mutant[], most: number): readonly Mutant[] {
  if (mutants.length <= most) return mutants;
  return Array.from({ length: most }, (_, at) => mutants[Math.floor((at * mutants.length) / most)] as Mutant);
}

function testOf(scenario: Scenario, chat: SimulatedChat, options: ScenarioOptions, { number }: WholeBot): Test {
  const events = chat.trace.filter(({ bot }) => bot === number);
  return {
    scenario,
    options,
    blocks: new Set(events.map(({ node }) => node)),
    taken: new Set(events.flatMap((event) => (event.kind === 'left' ? [takenKey(event.node, event.output)] : []))),
    length: chat.trace.length,
  };
}

function takenKey(block: string, output: string): string {
  return JSON.stringify([block, output]);
}

function uses({ blocks, taken }: Test, { block, outputs }: Mutant): boolean {
  return outputs === undefined ? blocks.has(block) : outputs.some((output) => taken.has(takenKey(block, output)));
}

function outcomeOf(mutant: Mutant, bot: WholeBot, tests: readonly Test[]) {
  const concerned = tests.filter((test) => uses(test, mutant));
  if (concerned.length === 0) return { mutant, outcome: 'unreached' as const, by: undefined };
  const killer = killerOf(mutant.make(), bot, concerned);
  return {
    mutant,
    outcome: killer === undefined ? ('survived' as const) : ('killed' as const),
    by: killer?.scenario.name,
  };
}

/** The first test that a changed diagram fails. */
function killerOf(diagram: Diagram, bot: WholeBot, tests: readonly Test[]): Test | undefined {
  const changed = { ...bot, diagram };
  return tests.find(({ scenario, options }) => !runScenario(scenario, changed, options).ok);
}

interface Proposal {
  readonly scenario: Scenario;
  readonly kills: ReadonlySet<Mutant>;
}

/**
 * Finds scenarios that notice more changes: the conversations of others, and conversations along paths of the bot,
 * with all that the bot says and writes. The one that notices most comes first.
 *
 * @spec MU9
 */
function propose(
  graph: DiagramGraph,
  missed: readonly Mutant[],
  tests: readonly Test[],
  options: ScenarioOptions,
): readonly Proposal[] {
  const { effects: _, from: __, ...simulation } = options;
  const known = tests.map(({ scenario, options: own }) => wholeTest(graph.bot, scenario, own));
  const whole = known.flatMap((test) => test ?? []);
  const room = { left: mostWork };
  const killers = killersAmong(graph, missed, whole, room);
  const left = missed.filter((mutant) => killers.get(mutant)?.length === 0);
  if (left.length === 0) return cover(killers);
  const paths = scenarioSkeletons(graph.bot, simulation).flatMap(
    ({ scenario }) => wholeTest(graph.bot, scenario, { ...simulation, unchecked: true }) ?? [],
  );
  return cover(new Map([...killers, ...killersAmong(graph, left, paths, room)]));
}

/** @returns `undefined` for a conversation that cannot be repeated. */
function wholeTest(bot: WholeBot, scenario: Scenario, options: ScenarioOptions): Test | undefined {
  const { chat } = runScenario(scenario, bot, options);
  const { start: _start, effects: _effects, models: _models, steps: _steps, ...given } = scenario;
  const { steps, ...recorded } = recordScenario(chat, given);
  const asked = chat.transcript.flatMap((entry) =>
    entry.from === 'host' && !(entry.effect.kind === 'jump' && entry.outcome.ok) ? [wholeEffect(entry.effect)] : [],
  );
  const all = steps.map((step) => ('effect' in step ? { ...step, effect: asked.shift() ?? step.effect } : step));
  const fields = Object.keys(chat.fields).length === 0 ? [] : [{ fields: chat.fields }];
  const { from: __, effects: ___, ...run } = options;
  const whole = { ...recorded, steps: [...all, ...fields] };
  const again = runScenario(whole, bot, run);
  return again.ok ? testOf(whole, again.chat, run, bot) : undefined;
}

/** Members of effects that the service adds. */
const ofService = ['id', 'node', 'awaited', 'late', 'timeoutMs', 'maxAnswerBytes', 'bodySyntax', 'html'];

function wholeEffect(effect: AwaitedEffect): Extract<ScenarioStep, { effect: unknown }>['effect'] {
  if (!['webhook', 'email', 'spreadsheet', 'host'].includes(effect.kind)) return effect.kind;
  const { kind, ...members } = effect;
  return { kind, ...Object.fromEntries(Object.entries(members).filter(([name]) => !ofService.includes(name))) };
}

function killersAmong(
  { bot }: DiagramGraph,
  mutants: readonly Mutant[],
  tests: readonly Test[],
  room: { left: number },
): Map<Mutant, readonly Test[]> {
  const blocks = Object.keys(bot.diagram.nodes).length;
  return new Map(
    mutants.map((mutant) => {
      const found = tests.filter((test) => uses(test, mutant)).slice(0, mostTried);
      if (found.length === 0 || room.left <= 0) return [mutant, []];
      const diagram = mutant.make();
      const tried = found.filter((test) => {
        if (room.left <= 0) return false;
        room.left -= blocks + test.length;
        return killerOf(diagram, bot, [test]) !== undefined;
      });
      return [mutant, tried];
    }),
  );
}

/** Scenarios that are tried for one change. */
const mostTried = 8;

/** The most work of all attempts for proposals, in blocks of the bot and events of its conversations. */
const mostWork = 1_000_000;

function cover(killers: Map<Mutant, readonly Test[]>): readonly Proposal[] {
  const proposals: Proposal[] = [];
  const left = new Set([...killers].flatMap(([mutant, tests]) => (tests.length > 0 ? [mutant] : [])));
  while (left.size > 0) {
    const ofTest = new Map<Test, Set<Mutant>>();
    for (const mutant of left) {
      for (const test of killers.get(mutant) ?? []) ofTest.set(test, (ofTest.get(test) ?? new Set()).add(mutant));
    }
    const [best] = [...ofTest].sort(([, one], [, other]) => other.size - one.size);
    if (best === undefined) break;
    const [{ scenario }, kills] = best;
    proposals.push({ scenario: { ...scenario, name: `${scenario.name}, word for word` }, kills });
    for (const mutant of kills) left.delete(mutant);
  }
  return proposals;
}
