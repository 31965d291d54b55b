import { botLinksIn, checkDiagram, type Diagram, type Violation } from '@botwright/core/diagram';
import {
  appendScenario,
  createCoverage,
  failed,
  percentOf,
  readScenarios,
  renderBotMessage,
  runScenario,
  type Scenario,
  type ScenarioFile,
  type ScenarioResult,
  ScenariosUnreadable,
  type SimulatedChat,
  type SimulateOptions,
  simulate,
  type TestedBot,
  unanswered,
  writeScenarios,
} from '@botwright/testing';
import type { BotHead, McpBots, StoredScenarios } from '../bots.ts';
import { Refusal, safeError } from '../refusal.ts';
import { admitWrite, args, defineTool, factsOf, reads, writes } from '../tool.ts';

/** A bot with the bots that it links to, for a simulation. */
interface Tested {
  readonly head: BotHead;
  readonly revision: string;
  readonly bot: TestedBot;
  readonly bots: Readonly<Record<number, TestedBot>>;
  /** Numbers of bots whose live version takes part, because the draft breaks rules. */
  readonly live: readonly number[];
}

/** The most other bots of one conversation. */
const mostLinked = 10;

/**
 * Reads a draft with the drafts of the bots that it names, directly or through others. For a test, the live version
 * replaces a draft of another bot that breaks rules.
 *
 * @throws {Refusal} Names the other bot, if neither its draft nor its live version can be tested.
 * @spec MC24
 */
export async function testedBot(bots: McpBots, name: number | string, use: 'test' | 'talk' = 'test'): Promise<Tested> {
  const head = await bots.find(name);
  const { diagram, revision } = await bots.draft(head);
  const bot = { diagram, channelFamily: head.family, ...(head.number !== undefined && { number: head.number }) };
  let named: Awaited<ReturnType<typeof namedBots>> | undefined;
  const others: Record<number, TestedBot> = {};
  const live: number[] = [];
  const waiting: TestedBot[] = [bot];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { bot: number } of botLinksIn(next.diagram, bots.catalog)) {
      if (typeof number !== 'number' || number === (head.number ?? 1) || Object.hasOwn(others, number)) continue;
      if (Object.keys(others).length === mostLinked) break;
      named ??= await namedBots(bots, head);
      const linked = (await named(number)) ?? (await bots.find(number).catch(() => undefined));
      if (linked === undefined) continue;
      const { diagram: draft } = await bots.draft(linked);
      const linkedDiagram = use === 'test' ? await testable(bots, linked, number, draft) : draft;
      if (linkedDiagram !== draft) live.push(number);
      others[number] = { diagram: linkedDiagram, number, channelFamily: linked.family };
      waiting.push(others[number]);
    }
  }
  return { head, revision, bot, bots: others, live };
}

/** The draft of a linked bot; its live version, if the draft breaks rules. @spec MC24 */
async function testable(bots: McpBots, linked: BotHead, number: number, draft: Diagram): Promise<Diagram> {
  const brokenIn = (diagram: Diagram): readonly Violation[] => {
    const context = { catalog: bots.catalog, channelFamily: linked.family, bot: { number } };
    return checkDiagram(diagram, context).violations.filter(({ severity }) => severity === 'error');
  };
  const violations = brokenIn(draft);
  if (violations.length === 0) return draft;
  const live = await bots.version(linked, 'live').catch((error: unknown) => {
    // Bots in files have no versions.
    if (safeError(error) === undefined) throw error;
    return undefined;
  });
  if (live !== undefined && brokenIn(live).length === 0) return live;
  const named = typeof linked.bot === 'string' ? `${number} (${linked.bot})` : number;
  const message = `The bot links to bot ${named}, whose draft breaks rules, and no version of it can take its place.`;
  throw new Refusal('linked_bot_has_violations', message, { linked_bot: number }, violations.slice(0, mostViolations));
}

/** Violations of a linked bot in a refusal. */
const mostViolations = 10;

/** Finds bots that the stored scenarios name by their files. Unreadable scenarios name none. @spec MC24 */
async function namedBots(bots: McpBots, head: BotHead): Promise<(number: number) => Promise<BotHead | undefined>> {
  const { findByPath } = bots;
  if (findByPath === undefined) return async () => undefined;
  const { text, readShared } = await bots.scenarios(head);
  if (text === '') return async () => undefined;
  try {
    const { bots: files = {} } = readScenarios(text, undefined, readShared);
    return async (number) => {
      const file = files[number];
      return file === undefined ? undefined : findByPath(head, file);
    };
  } catch (error) {
    // Ignored: the run of the scenarios reports the fault.
    if (!(error instanceof ScenariosUnreadable)) throw error;
    return async () => undefined;
  }
}

type Reply = { readonly answer?: unknown; readonly fails?: string };
type Said = string | { readonly press: string } | { readonly wait: string };

const reply = {
  type: 'object',
  additionalProperties: false,
  properties: { answer: {}, fails: { type: 'string', maxLength: 200 } },
} as const;

type EffectAnswers = NonNullable<SimulateOptions['effects']>;

/** The kinds of effect that have answers. */
const effectKinds = Object.keys({
  webhook: true,
  code: true,
  spreadsheet: true,
  scheduler: true,
  ai_agent: true,
  email: true,
  language_model: true,
  host: true,
  jump: true,
} satisfies Record<keyof EffectAnswers, true>);

const fields = { type: 'object', description: 'The Fields of the customer before the start.' };

const talk = defineTool<{
  readonly bot: number | string;
  readonly messages: readonly Said[];
  readonly mocks?: Readonly<Record<string, Reply | readonly Reply[]>>;
  readonly fields?: NonNullable<SimulateOptions['fields']>;
  readonly from?: number;
}>({
  name: 'talk',
  title: 'Talk to a draft',
  description:
    'A conversation with the draft: its messages, Fields and blocks. Nothing outside is called: an effect such as a ' +
    'webhook is answered by "mocks", and without one the conversation stops there.',
  hints: reads,
  input: {
    bot: args.bot,
    messages: {
      type: 'array',
      maxItems: 20,
      items: {
        anyOf: [
          { type: 'string', maxLength: 10_000, description: 'The visitor writes.' },
          {
            type: 'object',
            additionalProperties: false,
            required: ['press'],
            properties: { press: { type: 'string', maxLength: 1_000, description: 'Label or payload of a button.' } },
          },
          {
            type: 'object',
            additionalProperties: false,
            required: ['wait'],
            properties: { wait: { type: 'string', maxLength: 50, description: 'Time passes, such as 10 min.' } },
          },
        ],
      },
    },
    mocks: {
      type: 'object',
      propertyNames: { enum: effectKinds },
      additionalProperties: { anyOf: [reply, { type: 'array', maxItems: 50, items: reply }] },
      description:
        'Answers by the kind of effect, one or in order, such as {"webhook": {"answer": {"status": 200, "body": {}}}}.',
    },
    fields,
    from: args.from,
  },
  required: ['bot', 'messages'],
  async run({ bots }, { bot: name, messages, mocks = {}, fields: known, from = 0 }) {
    const { head, revision, bot, bots: others } = await testedBot(bots, name, 'talk');
    const chat = simulate(bot, {
      bots: others,
      catalog: bots.catalog,
      behaviours: bots.behaviours,
      unchecked: true,
      effects: effectsOf(mocks),
      ...(known && { fields: known }),
    });
    const turns: unknown[] = [];
    let stopped: string | undefined;
    for (const said of [undefined, ...messages]) {
      const before = chat.trace.length;
      try {
        say(chat, said);
      } catch (error) {
        // The simulation refuses a step by a message for the author of a script.
        stopped = error instanceof Error ? error.message : String(error);
        break;
      }
      turns.push({
        ...(said !== undefined && { visitor: said }),
        bot: chat.messages.map(renderBotMessage),
        blocks: chat.trace.slice(before).flatMap((event) => (event.kind === 'entered' ? [event.node] : [])),
      });
    }
    const { awaited } = chat;
    return {
      facts: { ...factsOf(head), revision, over: chat.isOver, turns: turns.length, ...(stopped && { stopped: true }) },
      data: {
        fields: chat.fields,
        ...(chat.at !== undefined && { at: chat.at }),
        ...(stopped !== undefined && { stopped }),
        ...(awaited && { waits_for_effect: awaited.kind, asked: awaited }),
      },
      list: { name: 'conversation', items: turns, from },
    };
  },
});

function say(chat: SimulatedChat, said: Said | undefined): void {
  if (said === undefined) chat.start();
  else if (typeof said === 'string') chat.reply(said);
  else if ('press' in said) chat.press(said.press);
  else chat.pass(said.wait);
}

/** @spec MC11 */
function effectsOf(mocks: Readonly<Record<string, Reply | readonly Reply[]>>): EffectAnswers {
  const answers = Object.entries(mocks).map(([kind, given]) => {
    const left = Array.isArray(given) ? [...(given as readonly Reply[])] : undefined;
    const next = (): unknown => {
      const each = left === undefined ? (given as Reply) : left.shift();
      if (each === undefined) return unanswered;
      return each.fails === undefined ? each.answer : failed(each.fails);
    };
    return [kind, next];
  });
  return Object.fromEntries(answers);
}

/** The most scenarios of one run. */
const mostScenarios = 200;
const longestScenarios = 1_000_000;

/** Runs scenarios on a draft. */
export function runAll(
  { bot, bots: others }: Tested,
  bots: McpBots,
  { text, readShared }: Pick<StoredScenarios, 'text' | 'readShared'>,
): readonly ScenarioResult[] {
  if (text === '') return [];
  const file = readScenarios(text, undefined, readShared);
  if (file.scenarios.length > mostScenarios) {
    throw new Refusal('too_many_scenarios', `At most ${mostScenarios} scenarios run at once.`);
  }
  const options = { bots: others, catalog: bots.catalog, behaviours: bots.behaviours, from: file };
  return file.scenarios.filter(({ skip }) => skip === undefined).map((scenario) => runScenario(scenario, bot, options));
}

function liveOf({ live }: Tested) {
  return live.length === 0 ? {} : { live_versions_of: live };
}

function resultOf({ name, ok, failure }: ScenarioResult) {
  if (failure === undefined) return { scenario: name, ok };
  return { scenario: name, ok, message: failure.message, step: failure.path.join('.'), difference: failure.diff };
}

const runTests = defineTool<{ readonly bot: number | string; readonly scenarios?: string; readonly from?: number }>({
  name: 'run_tests',
  title: 'Run tests',
  description:
    'Runs the scenarios that are stored with the bot, or the given ones, on the draft: failures with the first ' +
    'difference, and the exits that no scenario takes.',
  hints: reads,
  input: {
    bot: args.bot,
    scenarios: { type: 'string', maxLength: longestScenarios, description: 'A scenario file, as YAML or JSON.' },
    from: args.from,
  },
  required: ['bot'],
  async run({ bots }, { bot: name, scenarios, from = 0 }) {
    const tested = await testedBot(bots, name);
    const stored =
      scenarios === undefined ? await bots.scenarios(tested.head) : { text: scenarios, revision: undefined };
    const results = runAll(tested, bots, stored);
    const coverage = createCoverage();
    for (const result of results) coverage.add(result);
    const [own] = coverage.report().bots;
    const missed = (own?.blocks ?? []).flatMap(({ block, outputs }) =>
      outputs.filter(({ times }) => times === 0).map(({ output }) => ({ missed_exit: `${block} (${output})` })),
    );
    const passed = results.filter(({ ok }) => ok).length;
    return {
      facts: {
        ...factsOf(tested.head),
        revision: tested.revision,
        ...(stored.revision !== undefined && { tests_revision: stored.revision }),
        ...liveOf(tested),
        passed,
        failed: results.length - passed,
        ...(own && { exits_covered_percent: percentOf(own.outputTally), missed_exits: missed.length }),
      },
      list: {
        name: 'failures_then_missed_exits',
        items: [...results.filter(({ ok }) => !ok).map(resultOf), ...missed],
        from,
      },
    };
  },
});

const writeTest = defineTool<{
  readonly bot: number | string;
  readonly scenario: Scenario;
  readonly revision?: string | number;
}>({
  name: 'write_test',
  title: 'Write a test',
  description:
    'Stores a scenario beside the bot, in place of the one with its name, and runs it. To replace one, name the ' +
    'revision. Steps: {"visitor": text}, {"press": label}, {"bot": text or {"contains": text}}, {"fields": {}}, ' +
    '{"effect": kind, "answer": value}, {"wait": "10 min"}, {"at": block}, {"ends_at": block}.',
  hints: { ...writes, idempotentHint: true },
  input: {
    bot: args.bot,
    scenario: {
      type: 'object',
      required: ['name', 'steps'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        start: args.block,
        fields,
        steps: { type: 'array', maxItems: 500, items: { type: 'object' } },
      },
    },
    revision: { ...args.revision, description: 'The member "tests_revision" of run_tests or write_test.' },
  },
  required: ['bot', 'scenario'],
  /** @spec MC4 */
  async run(context, { bot: name, scenario, revision }) {
    const { bots } = context;
    const tested = await testedBot(bots, name);
    const stored = await bots.scenarios(tested.head);
    const present = { tests_revision: stored.revision };
    if (revision !== undefined && String(revision) !== stored.revision) {
      throw new Refusal('draft_changed', 'The tests have another revision: run them again.', present);
    }
    const alone = JSON.stringify({ scenarios: [scenario] });
    const [result] = runAll(tested, bots, { text: alone });
    const text = withScenario(stored, scenario, fileOf(tested.head));
    if (Buffer.byteLength(text) > longestScenarios) {
      throw new Refusal('scenarios_too_large', 'The scenarios of a bot have at most 1 MB.');
    }
    if (revision === undefined && isReplacement(stored, text)) {
      const message = 'There is a scenario with this name: name the revision of the tests to replace it.';
      throw new Refusal('revision_missing', message, present);
    }
    await admitWrite(context);
    const saved = text === stored.text ? stored.revision : await bots.saveScenarios(tested.head, text, stored.revision);
    return {
      facts: {
        ...factsOf(tested.head),
        ...liveOf(tested),
        tests_revision: saved,
        stored: true,
        ok: result?.ok === true,
      },
      list: { name: 'result', items: result === undefined ? [] : [resultOf(result)], from: 0 },
    };
  },
});

/** A scenario in a file names its bot. */
function fileOf({ bot, number }: BotHead): Omit<ScenarioFile, 'scenarios'> {
  return number === bot ? {} : { bot: String(bot).slice(String(bot).lastIndexOf('/') + 1) };
}

/** Adds a scenario to the text of a file, in place of one with its name. */
function withScenario(
  { text, readShared }: StoredScenarios,
  scenario: Scenario,
  head: Omit<ScenarioFile, 'scenarios'>,
): string {
  if (text === '') return writeScenarios({ ...head, scenarios: [scenario] });
  return appendScenario(text, scenario, { readShared, replaces: true });
}

/** Whether the new text has lost a scenario of the old one. @spec MC4 */
function isReplacement({ text: before, readShared }: StoredScenarios, after: string): boolean {
  if (before === '' || before === after) return false;
  const [old, changed] = [before, after].map((text) => readScenarios(text, undefined, readShared).scenarios.length);
  return Number(changed) <= Number(old);
}

export const testTools = [talk, runTests, writeTest];
