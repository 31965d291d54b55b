import { textOfMessage } from '../chat/message-text.ts';
import type { SimulateOptions } from '../chat/simulate.ts';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import { recordScenario } from '../scenario/record-scenario.ts';
import type { Scenario, ScenarioStep } from '../scenario/scenario.ts';
import type { VisitFault } from './find-fault.ts';

const names: Readonly<Record<VisitFault['check'], string>> = {
  error_end: 'The conversation ends with an error',
  silent_loop: 'The bot goes on and on',
  unread_answer: 'An answer is not read',
  dead_end: 'No answer leads on',
};

/** Makes a scenario of a conversation with a fault, which fails until the fault is mended. @spec MU16 */
export function scenarioOfFault(chat: SimulatedChat, fault: VisitFault, { fields, now }: SimulateOptions): Scenario {
  const given = { ...(now !== undefined && { now }), ...(fields !== undefined && { fields }) };
  const name = `${names[fault.check]}: ${fault.block}`;
  const { steps, ...scenario } = recordScenario(chat, { name, ...given });
  const said = steps.filter((step) => !('at' in step || 'ends_at' in step || isError(step)));
  const last = fault.check === 'dead_end' ? wordsBeside(chat) : fault.code === undefined ? [{ bot: anyWords }] : [];
  const expected = fault.check === 'dead_end' ? withoutLastWords(said) : said;
  return { ...scenario, steps: [...expected, ...last] };
}

const anyWords = { matches: '.' };

function isError(step: ScenarioStep): boolean {
  return 'bot' in step && typeof step.bot === 'object' && 'error' in step.bot;
}

function withoutLastWords(steps: readonly ScenarioStep[]): readonly ScenarioStep[] {
  return steps.slice(0, steps.findLastIndex((step) => !('bot' in step)) + 1);
}

/** The bot says something else than it does at the dead end. */
function wordsBeside({ messages }: SimulatedChat): readonly ScenarioStep[] {
  const [said] = messages;
  const text = said === undefined ? '' : textOfMessage(said).replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
  return [{ bot: { matches: `^(?!${text}$)` } }];
}
