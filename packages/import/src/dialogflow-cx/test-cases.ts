import type { JsonValue } from '@botwright/core/diagram';
import { type Expected, type ImportedScenario, oneOf, type ScenarioStep } from '../drafting/scenario-file.ts';
import { isObject, listOf, member, memberAt, numberOf, pointerTo, textOf } from '../json.ts';
import { type Agent, type CxPart, formsIn } from './agent.ts';
import type { Work } from './work.ts';

/** Test cases as scenarios: the visitor writes, and the bot says the same. @spec IC13 */
export function readTestCases(work: Work): readonly ImportedScenario[] {
  const wordings = wordingsIn(work.agent);
  return work.agent.testCases.flatMap((test) => readTestCase(work, test, wordings));
}

/** The wordings of each text that has several. */
type Wordings = ReadonlyMap<string, readonly string[]>;

function readTestCase(work: Work, { path, name, json }: CxPart, wordings: Wordings): readonly ImportedScenario[] {
  const { draft } = work;
  const turns = listOf(member(json, 'testCaseConversationTurns'));
  const steps: ScenarioStep[] = [];
  let taken = 0;
  let reason: string | undefined;
  for (const turn of turns) {
    reason = reasonAgainst(turn);
    if (reason !== undefined) break;
    taken += 1;
    steps.push({ visitor: textOf(memberAt(turn, 'userInput', 'input', 'text', 'text')) });
    steps.push({ bot: expectedIn(work, turn, wordings) });
    if (/^end[_ ]?session$/i.test(textOf(memberAt(turn, 'virtualAgentOutput', 'currentPage', 'name')))) {
      reason = 'the conversation ended, and the next turn is one of another conversation';
      break;
    }
  }
  const at = { path, pointer: taken === turns.length ? '' : pointerTo('/testCaseConversationTurns', taken) };
  draft.report({ path, pointer: '' }, ['carried', 'carried', `The test case is a scenario of ${taken} turns.`]);
  if (taken < turns.length && reason !== undefined) {
    const message = `Of ${turns.length} turns the scenario has the first ${taken}: ${reason}.`;
    draft.report(at, ['changed', 'setting-dropped', message]);
  }
  if (steps.length === 0) return [];
  const effects = work.agent.webhooks.size === 0 ? undefined : { webhook: { answer: answerOfWebhooks(work, turns) } };
  const now = timeOf(member(json, 'creationTime'));
  return [{ name, ...(now && { now }), ...(effects && { effects }), steps }];
}

/** The texts of a turn, each with the payloads behind it. */
function expectedIn(work: Work, turn: JsonValue, wordings: Wordings): readonly Expected[] {
  const said = listOf(memberAt(turn, 'virtualAgentOutput', 'textResponses')).flatMap((response) =>
    listOf(member(response, 'text')).slice(0, 1).map(textOf),
  );
  return said.flatMap((text): readonly Expected[] => {
    if (text.trim() === '') return [];
    // The bot leaves out a parameter without a value, in place of which the agent says its name.
    const filled = text.replace(/\$(?:session|page)\.params\.[\w.-]*\w/g, '');
    return [oneOf(wordings.get(text) ?? [filled]), ...(work.shownAfter.get(text) ?? shownAfterFilled(work, text))];
  });
}

/** The payloads behind a text whose wording has parameters. */
function shownAfterFilled({ shownAfter }: Work, text: string): readonly Expected[] {
  for (const [wording, shown] of shownAfter) {
    const [first = '', ...others] = wording.split(/\$(?:session|page)\.params\.[\w.-]*\w/);
    if (others.length === 0 || shown.length === 0 || !text.startsWith(first)) continue;
    let at = first.length;
    const isNext = (part: string): boolean => {
      const found = text.indexOf(part, at);
      at = found + part.length;
      return found !== -1;
    };
    if (others.every(isNext) && text.endsWith(others.at(-1) ?? '')) return shown;
  }
  return [];
}

/** A time as exports write it. */
function timeOf(json: JsonValue | undefined): string | undefined {
  const seconds = numberOf(member(json, 'seconds')) ?? Number(textOf(member(json, 'seconds')) || Number.NaN);
  const time = new Date(isObject(json) ? seconds * 1_000 : textOf(json));
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/**
 * The answer that sets the parameters which the test case ends with, and which neither a form nor a sentence sets.
 */
function answerOfWebhooks({ agent }: Work, turns: readonly JsonValue[]): JsonValue {
  const ofVisitor = new Set([
    ...agent.flows.flatMap(formsIn).map((parameter) => textOf(member(parameter, 'displayName'))),
    ...[...agent.intents.values()].flatMap(({ parameters }) => parameters.map(({ id }) => id)),
  ]);
  const last = memberAt(turns.at(-1) ?? null, 'virtualAgentOutput', 'sessionParameters');
  const parameters = Object.entries(isObject(last) ? last : {}).filter(([name]) => !ofVisitor.has(name));
  return { status: 200, body: { sessionInfo: { parameters: Object.fromEntries(parameters) } } };
}

/** Why a turn cannot be one of a scenario. */
function reasonAgainst(turn: JsonValue): string | undefined {
  const input = member(member(turn, 'userInput'), 'input');
  if (textOf(memberAt(input, 'text', 'text')).trim() === '') return 'the next input is no text';
  const injected = memberAt(turn, 'userInput', 'injectedParameters');
  if (isObject(injected) && Object.keys(injected).length > 0) return 'the next input sets parameters';
  const said = listOf(memberAt(turn, 'virtualAgentOutput', 'textResponses'));
  if (said.some((response) => member(response, 'containAiGeneratedContent') === true))
    return 'a model wrote the answer';
  return undefined;
}

/** Deeper texts belong to other parts. */
const deepest = 40;

function wordingsIn(agent: Agent): Wordings {
  const found = new Map<string, readonly string[]>();
  const parts = agent.flows.flatMap((flow) => [flow, ...flow.pages, ...flow.routeGroups.values()]);
  const visit = (json: JsonValue | undefined, depth: number): void => {
    if (depth > deepest || typeof json !== 'object' || json === null) return;
    const texts = listOf(memberAt(json, 'text', 'text')).map(textOf);
    if (texts.length > 1) for (const text of texts) found.set(text, [...(found.get(text) ?? []), ...texts]);
    for (const each of Array.isArray(json) ? listOf(json) : Object.values(json)) visit(each as JsonValue, depth + 1);
  };
  for (const part of [...parts, ...agent.routeGroups.values()]) visit(part.json, 0);
  return found;
}
