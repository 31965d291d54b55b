import type { PreparedBot } from '../bot/prepared-bot.ts';
import type { ConversationInput } from '../conversation/conversation-input.ts';
import type { ConversationState, Position, Spent } from '../conversation/conversation-state.ts';
import type { EffectOutcome } from '../effect/effect.ts';
import type { VisitorMessage } from '../message/message.ts';
import { takeFeedback } from './end-conversation.ts';
import type { Step, StepContext } from './step.ts';
import { openTurn, type Turn } from './turn.ts';
import { type Kit, templateOf, visitBlock } from './visit-block.ts';
import { walkAfter, walkFrom, walkFromGreeting } from './walk.ts';

type InputOf<TKind extends ConversationInput['kind']> = Extract<ConversationInput, { kind: TKind }>;
type At<TKind extends Position['kind']> = Extract<Position, { kind: TKind }>;

/** What a conversation is worked with. */
interface Scene {
  readonly kit: Kit;
  readonly bot: PreparedBot;
  readonly state: ConversationState;
  readonly context: StepContext;
}

const nothingSpent: Spent = { blocks: 0, effects: 0 };

/**
 * Works one input.
 *
 * @spec RN1, RN2, RN5
 */
export function takeInput(
  kit: Kit,
  bot: PreparedBot,
  state: ConversationState,
  input: ConversationInput,
  context: StepContext,
): Step {
  const scene = { kit, bot, state, context };
  switch (input.kind) {
    case 'start':
      return takeStart(scene, input);
    case 'message':
      return takeMessage(scene, input.message);
    case 'result':
      return takeResult(scene, input);
    case 'taken_over':
      return moveTo(state, { kind: 'agent' });
    case 'closed':
      return moveTo(state, { kind: 'ended', reason: 'closed' });
  }
}

/** @spec RN8, RN10, RN13 */
function takeStart({ kit, bot, state, context }: Scene, input: InputOf<'start'>): Step {
  const turn = openTurn(bot, state, context, nothingSpent);
  return input.node === undefined ? walkFromGreeting(kit, turn) : walkFrom(kit, turn, input.node);
}

/** @spec RN11, RN12, RN23 */
function takeMessage(scene: Scene, message: VisitorMessage): Step {
  const { at } = scene.state;
  if (at.kind === 'agent' || at.kind === 'result' || at.kind === 'jump') return ignore(scene.state);

  const turn = openTurn(scene.bot, scene.state, scene.context, nothingSpent);
  if (at.kind === 'answer' && isStillAt(scene, turn, at)) {
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

  const turn = openTurn(scene.bot, scene.state, scene.context, at.spent);
  if (at.kind === 'jump') return land(scene, turn, at, input.outcome);
  if (!isStillAt(scene, turn, at)) return walkFromGreeting(scene.kit, turn);
  const move = visitBlock(scene.kit, turn, at.node, at.memory, (block, visit) => block.resolve?.(visit, input.outcome));
  return walkAfter(scene.kit, turn, at.node, move);
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
