import type { SimulatedChat } from '../chat/simulated-chat.ts';
import { answerOf } from '../scenario/run-scenario.ts';
import type { ScenarioStep } from '../scenario/scenario.ts';

/** A step of a scenario that a visitor, the time or the outside takes. */
export type Act = Extract<
  ScenarioStep,
  { visitor: unknown } | { press: unknown } | { send: unknown } | { wait: unknown } | { effect: unknown }
>;

/** Whether the visitor says something. */
export function isSaid(act: Act): boolean {
  return !('wait' in act) && !('effect' in act);
}

/** Takes the step. @returns Whether the chat could take it. */
export function perform(chat: SimulatedChat, act: Act): boolean {
  try {
    if ('visitor' in act) chat.reply(act.visitor);
    else if ('press' in act) chat.press(act.press);
    else if ('send' in act) chat.send(act.send);
    else if ('wait' in act) chat.pass(act.wait);
    else if (chat.awaited?.kind === act.effect) chat.answer(answerOf(act));
    else return false;
    return true;
  } catch {
    return false;
  }
}
