import type { JsonValue } from '@botwright/core/diagram';
import { type ImportedScenario, oneOf, type ScenarioStep } from '../drafting/scenario-file.ts';
import { isObject, listOf, member, memberAt, pointerTo, textOf } from '../json.ts';
import type { Agent, CxPart } from './agent.ts';
import type { Work } from './work.ts';

/** Test cases as scenarios: the visitor writes, and the bot says the same. @spec IC13 */
export function readTestCases(work: Work): readonly ImportedScenario[] {
  const wordings = wordingsIn(work.agent);
  return work.agent.testCases.flatMap((test) => readTestCase(work, test, wordings));
}

/** The wordings of each text that has several. */
type Wordings = ReadonlyMap<string, readonly string[]>;

function readTestCase({ draft }: Work, { path, name, json }: CxPart, wordings: Wordings): readonly ImportedScenario[] {
  const turns = listOf(member(json, 'testCaseConversationTurns'));
  const steps: ScenarioStep[] = [];
  let taken = 0;
  let reason: string | undefined;
  for (const turn of turns) {
    reason = reasonAgainst(turn);
    if (reason !== undefined) break;
    taken += 1;
    steps.push({ visitor: textOf(memberAt(turn, 'userInput', 'input', 'text', 'text')) });
    const said = listOf(memberAt(turn, 'virtualAgentOutput', 'textResponses')).flatMap((response) =>
      listOf(member(response, 'text')).slice(0, 1).map(textOf),
    );
    steps.push({ bot: said.filter((text) => text.trim() !== '').map((text) => oneOf(wordings.get(text) ?? [text])) });
    if (/^end[_ ]?session$/i.test(textOf(memberAt(turn, 'virtualAgentOutput', 'currentPage', 'name')))) {
      reason = 'the conversation ended, and the next turn is one of another conversation';
      break;
    }
  }
  const at = { path, pointer: taken === turns.length ? '' : pointerTo('/testCaseConversationTurns', taken) };
  draft.remark({ path, pointer: '' }, ['carried', 'carried', `The test case is a scenario of ${taken} turns.`]);
  if (taken < turns.length && reason !== undefined) {
    const message = `Of ${turns.length} turns the scenario has the first ${taken}: ${reason}.`;
    draft.remark(at, ['changed', 'setting-dropped', message]);
  }
  return steps.length === 0 ? [] : [{ name, steps }];
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
