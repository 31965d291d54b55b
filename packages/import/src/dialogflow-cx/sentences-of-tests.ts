import type { JsonValue } from '@botwright/core/diagram';
import { listOf, member, memberAt, textOf } from '../json.ts';
import type { Agent, CxIntent } from './agent.ts';

/** The text of the visitor in a turn of a test case. */
export const typedIn = (turn: JsonValue): string => textOf(memberAt(turn, 'userInput', 'input', 'text', 'text')).trim();

/**
 * Adds the sentences of test cases to the intents that the agent took them for. A sentence that has an intent already,
 * in the agent or in an earlier test case, keeps it.
 *
 * @spec IC14
 */
export function withSentencesOfTests(agent: Agent): Agent {
  const takenBy = new Map<string, string>();
  for (const { name, phrases } of agent.intents.values()) {
    for (const phrase of phrases) if (!takenBy.has(folded(phrase))) takenBy.set(folded(phrase), name);
  }
  const added = new Map<string, string[]>();
  for (const { json } of agent.testCases) {
    for (const turn of listOf(member(json, 'testCaseConversationTurns'))) {
      const intent = agent.intents.get(textOf(memberAt(turn, 'virtualAgentOutput', 'triggeredIntent', 'name')));
      const sentence = typedIn(turn);
      if (intent === undefined || sentence === '' || takenBy.has(folded(sentence))) continue;
      takenBy.set(folded(sentence), intent.name);
      added.set(intent.name, [...(added.get(intent.name) ?? []), sentence]);
    }
  }
  if (added.size === 0) return agent;
  const withAdded = (intent: CxIntent): CxIntent => ({
    ...intent,
    phrases: [...(added.get(intent.name) ?? []), ...intent.phrases],
  });
  return { ...agent, intents: new Map([...agent.intents].map(([name, intent]) => [name, withAdded(intent)])) };
}

const folded = (sentence: string): string => sentence.trim().toLowerCase();
