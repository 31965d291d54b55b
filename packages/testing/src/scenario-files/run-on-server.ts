import type { BotMessage } from '@botwright/core/conversation';
import { createCatalog } from '@botwright/core/diagram';
import { createCoverage } from '../block-coverage/coverage.ts';
import { pressed } from '../chat/buttons.ts';
import { millisecondsOf } from '../chat/duration.ts';
import { visitorInputOfSent } from '../chat/sent-message.ts';
import { LintInputError } from '../files/find-bot-files.ts';
import {
  compareSteps,
  resultOf,
  type ScenarioResult,
  type ScenarioTalk,
  type TakenStep,
} from '../scenario/run-scenario.ts';
import type { Scenario, ScenarioStep } from '../scenario/scenario.ts';
import {
  findScenarios,
  type PlannedFile,
  type RunScenarioFilesOptions,
  reportOf,
  type ScenarioFilesReport,
} from './run-scenario-files.ts';
import { type ServerAnswer, type ServerVisitor, type Sleep, serverVisitor } from './server-visitor.ts';

type ServerResult = Omit<ScenarioResult, 'chat'>;

/** A wait of a scenario passes in the time of the server. */
const longestWaitMs = 60_000;

/**
 * Runs scenarios with the published bot of a server, as visitors of its web chat, one after another. Scenarios that give
 * the bot more than a visitor can are skipped with the reason.
 *
 * @throws {LintInputError} When a path does not exist, or the address is none.
 * @spec SF20, SF21, SF22, SF23, SF24
 */
export async function runScenarioFilesOnServer(
  options: RunScenarioFilesOptions & {
    /** The address of the server, such as `https://bots.example.com`. */
    readonly server: string;
    /** The number of the bot. */
    readonly bot: number;
    /** How often a failed scenario is repeated. Default 0. */
    readonly retries?: number;
  },
): Promise<ScenarioFilesReport<ServerResult>> {
  const url = readAddress(options.server);
  const { setTimeout: sleep } = await import('node:timers/promises');
  const catalog = options.catalog ?? createCatalog(options.blocks);
  const { files, bots } = findScenarios({ ...options, catalog, readsBots: false });
  let isStopped = false;
  const reports = [];
  for (const { report, chosen, others, from } of files) {
    const results: ServerResult[] = [];
    const skipped = [...report.skipped];
    for (const scenario of chosen) {
      const reason = isStopped ? undefined : unfitFor(scenario);
      if (reason !== undefined) skipped.push({ name: scenario.name, reason });
      if (isStopped || reason !== undefined) continue;
      const result = await runRepeatedly(
        scenario,
        from,
        () => serverVisitor(url, options.bot, sleep),
        sleep,
        options.retries ?? 0,
      );
      results.push(result);
      isStopped = options.bail === true && !result.ok;
    }
    const left = others + report.skipped.length + chosen.length - skipped.length - results.length;
    reports.push({ ...report, results, skipped, notRun: left });
  }
  return reportOf(reports, bots, createCoverage().report());
}

/** @throws {LintInputError} When the text is not the address of a server. */
function readAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new LintInputError('A server has an address such as https://bots.example.com.');
  }
  return url.href.replace(/\/+$/, '');
}

/** Why a visitor cannot play a scenario. @spec SF21 */
function unfitFor({ now, fields, effects, models, steps }: Scenario): string | undefined {
  const given = Object.entries({ now, fields, effects, models }).find(([, value]) => value !== undefined);
  if (given !== undefined) return `It gives the bot "${given[0]}", and a visitor of a server cannot.`;
  if (steps.some((step) => 'effect' in step)) return 'It answers effects, and a server carries them out itself.';
  const long = steps.some((step) => waitOf(step) > longestWaitMs);
  if (long) return `It waits for more than ${longestWaitMs / 1_000} seconds, in which a server waits, too.`;
  const expected = steps.flatMap((step) => ('bot' in step ? [step.bot].flat() : []));
  const hasCode = expected.some((each) => typeof each === 'object' && 'error' in each);
  return hasCode ? 'It expects the code of an error, which a server does not show to visitors.' : undefined;
}

function waitOf(step: ScenarioStep): number {
  if ('wait' in step) return millisecondsOf(step.wait);
  return 'pass' in step ? millisecondsOf(step.pass) : 0;
}

/** @spec SF24 */
async function runRepeatedly(
  scenario: Scenario,
  from: PlannedFile['from'],
  begin: () => ServerVisitor,
  sleep: Sleep,
  retries: number,
): Promise<ServerResult> {
  for (let attempts = 1; ; attempts += 1) {
    const result = await runWith(scenario, from, begin(), sleep);
    if (result.ok || attempts > retries) return { ...result, ...(retries > 0 && { attempts }) };
  }
}

/** A server shows what visitors see. @spec SF22 */
function isShown(step: ScenarioStep): boolean {
  return !('fields' in step || 'at' in step || 'ends_at' in step);
}

async function runWith(
  scenario: Scenario,
  from: PlannedFile['from'],
  visitor: ServerVisitor,
  sleep: Sleep,
): Promise<ServerResult> {
  const unchecked = scenario.steps.filter((step) => !isShown(step)).length;
  let messages: readonly BotMessage[] = [];
  let hasEnded = false;
  let act: (() => Promise<ServerAnswer>) | undefined;
  const say = (input: Parameters<ServerVisitor['say']>[0]): void => {
    act = () => visitor.say(input);
  };
  const never = (): never => {
    throw new Error('A server does not show this.');
  };
  const talk: ScenarioTalk = {
    start: (block) => {
      act = () => visitor.begin(block);
    },
    reply: (text) => say({ type: 'text', text }),
    press: (button) => say(pressed(messages, button)),
    send: (sent) => say(visitorInputOfSent(sent)),
    pass: (time) => {
      act = async () => {
        await sleep(millisecondsOf(time));
        const heard = await visitor.listen();
        return heard.messages.length > 0 ? heard : { ...heard, messages };
      };
    },
    answer: never,
    get messages() {
      return messages;
    },
    get isOver() {
      return hasEnded;
    },
    fields: {},
    bot: 0,
    at: undefined,
    position: { kind: 'new' },
    awaited: undefined,
    diagrams: new Map(),
  };
  const steps: TakenStep[] = [];
  const comparison = compareSteps(scenario, talk, steps, isShown);
  let next = comparison.next();
  while (!next.done) {
    const todo = act;
    act = undefined;
    try {
      if (todo !== undefined) ({ messages, hasEnded } = await todo());
      next = comparison.next();
    } catch (error) {
      next = comparison.throw(error);
    }
  }
  return { ...resultOf(scenario, next.value, steps, from), ...(unchecked > 0 && { unchecked }) };
}
