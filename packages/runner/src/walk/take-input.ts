import type { PreparedBot } from '../bot/prepared-bot.ts';
import type { ConversationInput } from '../conversation/conversation-input.ts';
import type { ConversationState, Position, Spent } from '../conversation/conversation-state.ts';
import type { EffectOutcome } from '../effect/effect.ts';
import { openFields } from '../field/step-fields.ts';
import type { VisitorMessage } from '../message/message.ts';
import { costs } from '../work/costs.ts';
import { createWork, type Work } from '../work/work.ts';
import { takeFeedback } from './end-conversation.ts';
import type { Step, StepContext } from './step.ts';
import { openTurn, type Turn, type TurnMeans, tooLargeStep } from './turn.ts';
import { type Kit, templateOf, visitBlock } from './visit-block.ts';
import { walkAfter, walkFrom, walkFromGreeting } from './walk.ts';

type InputOf<TKind extends ConversationInput['kind']> = Extract<ConversationInput, { kind: TKind }>;
type At<TKind extends Position['kind']> = Extract<Position, { kind: TKind }>;

/** What a conversation is worked with. */
interface Scene extends TurnMeans {
  readonly kit: Kit;
}

const nothingSpent: Spent = { blocks: 0, effects: 0 };

/**
 * Works one input, within the budget of one step.
 *
 * @spec RN1, RN2, RN5, RN120
 */
export function takeInput(
  kit: Kit,
  bot: PreparedBot,
  state: ConversationState,
  input: ConversationInput,
  context: StepContext,
): Step {
  const work = createWork(context.bounds?.work ?? kit.limits.work);
  const fields = openFields(context.fields, context.bounds?.fields ?? kit.limits.fields, work);
  const formula = kit.formulas.forStep(context.now, work);
  try {
    return take({ kit, bot, state, context, work, fields, formula }, input);
  } catch (error) {
    if (!work.isSpent()) throw error;
    return tooLargeStep({ bot, state, work });
  }
}

function take(scene: Scene, input: ConversationInput): Step {
  switch (input.kind) {
    case 'start':
      return takeStart(scene, input);
    case 'message':
      return takeMessage(scene, input.message);
    case 'result':
      return takeResult(scene, input);
    case 'taken_over':
      return moveTo(scene.state, { kind: 'agent' });
    case 'closed':
      return moveTo(scene.state, { kind: 'ended', reason: 'closed' });
  }
}

/** @spec RN8, RN10, RN13 */
function takeStart(scene: Scene, input: InputOf<'start'>): Step {
  const turn = openTurn(scene, nothingSpent);
  return input.node === undefined ? walkFromGreeting(scene.kit, turn) : walkFrom(scene.kit, turn, input.node);
}

/** @spec RN11, RN12, RN23 */
function takeMessage(scene: Scene, message: VisitorMessage): Step {
  const { at } = scene.state;
  if (at.kind === 'agent' || at.kind === 'result' || at.kind === 'jump') return ignore(scene.state);

  const turn = openTurn(scene, nothingSpent);
  chargeMessage(message, scene.work);
  if (at.kind === 'answer' && isStillAt(scene, turn, at)) {
    scene.work.enterBlock(at.node);
    const move = visitBlock(scene.kit, turn, at.node, at.memory, (block, visit) => block.answer?.(visit, message));
    return walkAfter(scene.kit, turn, at.node, move);
  }
  if (at.kind === 'feedback' && scene.state.bot === scene.bot.number) return takeFeedback(turn, at, message);
  return walkFromGreeting(scene.kit, turn);
}

/** @spec RN12, RN24 */
function takeResult(scene: Scene, input: InputOf<'result'>): Step {
  const { at } = scene.state;
  if ((at.kind !== 'result' && at.kind !== 'jump') || at.effect !== input.effect) return ignore(scene.state);

  const turn = openTurn(scene, at.spent);
  if (at.kind === 'jump') return land(scene, turn, at, input.outcome);
  if (!isStillAt(scene, turn, at)) return walkFromGreeting(scene.kit, turn);
  scene.work.enterBlock(at.node);
  const move = visitBlock(scene.kit, turn, at.node, at.memory, (block, visit) => block.resolve?.(visit, input.outcome));
  return walkAfter(scene.kit, turn, at.node, move);
}

/** What reading a message takes, whatever reads it. @spec RN121 */
function chargeMessage(message: VisitorMessage, work: Work): void {
  for (const text of Object.values(message)) {
    if (typeof text === 'string') work.charge(text.length * costs.readCharacter);
  }
}

/** @spec RN113, RN114 */
function land({ kit, bot }: Scene, turn: Turn, at: At<'jump'>, outcome: EffectOutcome): Step {
  if (!outcome.ok) return turn.fail('jump_failed', `Bot ${at.bot} could not be reached: ${outcome.reason}`);
  if (bot.number !== at.bot) return turn.fail('jump_failed', `The jump to bot ${at.bot} came to bot ${bot.number}.`);
  return at.node === undefined ? walkFromGreeting(kit, turn) : walkFrom(kit, turn, at.node);
}

/** Whether the block that waits is still the one that began to wait. @spec RN12 */
function isStillAt(scene: Scene, turn: Turn, at: At<'answer'> | At<'result'>): boolean {
  return scene.state.bot === scene.bot.number && templateOf(turn, at.node) === at.template;
}

/** @spec RN25, RN26 */
function moveTo(state: ConversationState, at: Position): Step {
  return { ...ignore(state), state: { ...state, turn: state.turn + 1, at } };
}

/** @spec RN23, RN24 */
function ignore(state: ConversationState): Step {
  return { state, messages: [], writes: [], effects: [] };
}
