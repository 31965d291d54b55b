import type { Move, NextPlace } from '../behaviour/move.ts';
import { cutText } from '../text/cut-text.ts';
import { endConversation } from './end-conversation.ts';
import type { Step } from './step.ts';
import type { Turn } from './turn.ts';
import { canFail, type Kit, templateOf, visitBlock } from './visit-block.ts';

/** Of the name of a Field in a sentence. */
const maxNameLength = 100;

/** The block to go on at, or the end of the step. */
type Onward = { readonly node: string } | Step;

/**
 * Goes through the diagram from a block on, until somebody has to be waited for or the conversation is over.
 *
 * @spec RN14, RN18
 */
export function walkFrom(kit: Kit, turn: Turn, node: string): Step {
  return walk(kit, turn, { node });
}

/** Goes on after a block acted. */
export function walkAfter(kit: Kit, turn: Turn, node: string, move: Move): Step {
  return walk(kit, turn, settle(kit, turn, node, move));
}

/** Goes on at the greeting. @spec RN8, RN9 */
export function walkFromGreeting(kit: Kit, turn: Turn): Step {
  return walk(kit, turn, greet(turn));
}

function walk(kit: Kit, turn: Turn, first: Onward): Step {
  let onward = first;
  while ('node' in onward) {
    const { node } = onward;
    if (turn.spent().blocks >= kit.limits.blocks) {
      const detail = `The bot went through ${kit.limits.blocks} blocks without waiting for the visitor.`;
      return turn.fail('endless_loop', detail, node);
    }
    turn.enterBlock(node);
    const move = visitBlock(kit, turn, node, {}, (behaviour, visit) => behaviour.enter(visit));
    onward = settle(kit, turn, node, move);
  }
  return onward;
}

function settle(kit: Kit, turn: Turn, node: string, move: Move): Onward {
  const tooLarge = turn.add(move, node);
  if (tooLarge !== undefined) return refuse(kit, turn, node, tooLarge);
  return go(kit, turn, node, move.next);
}

/** What becomes of a block whose writes do not fit: nothing of its move is done. @spec RN122 */
function refuse(kit: Kit, turn: Turn, node: string, name: string): Onward {
  if (canFail(kit, turn, node)) return go(kit, turn, node, { kind: 'leave', output: '$failed' });
  const detail = `The Field "${cutText(name, maxNameLength)}" cannot be written: it is too large, or one too many.`;
  return turn.fail('field_too_large', detail, node);
}

function go(kit: Kit, turn: Turn, node: string, next: NextPlace): Onward {
  switch (next.kind) {
    case 'leave': {
      const target = turn.bot.follow(node, next.output);
      return target === undefined ? endConversation(turn, 'dead_end') : { node: target };
    }
    case 'wait':
      return turn.end({ kind: 'answer', node, template: templateOf(turn, node), memory: next.memory });
    case 'await': {
      if (turn.spent().effects >= kit.limits.effects) return tooManyEffects(kit, turn, node);
      const effect = turn.awaitEffect(next.effect, node);
      const { memory } = next;
      return turn.end({ kind: 'result', node, template: templateOf(turn, node), memory, effect, spent: turn.spent() });
    }
    case 'jump':
      return jump(kit, turn, node, next);
    case 'begin':
      return greet(turn);
    case 'hand_over':
      turn.add({ notices: [{ kind: 'assign' }] }, node);
      return turn.end({ kind: 'agent' });
    case 'close':
      return endConversation(turn, 'closed');
    case 'fail':
      return turn.fail(next.code, next.detail, node);
  }
}

/** @spec RN112, RN113 */
function jump(kit: Kit, turn: Turn, node: string, to: Extract<NextPlace, { kind: 'jump' }>): Onward {
  if (to.bot === turn.bot.number) return to.node === undefined ? greet(turn) : { node: to.node };
  if (turn.spent().effects >= kit.limits.effects) return tooManyEffects(kit, turn, node);
  const { bot } = to;
  const effect = turn.awaitEffect({ kind: 'jump', bot, ...(to.node === undefined ? {} : { at: to.node }) }, node);
  const landing = to.node === undefined ? {} : { node: to.node };
  return turn.end({ kind: 'jump', bot, ...landing, effect, spent: turn.spent() });
}

function greet(turn: Turn): Onward {
  const { greeting } = turn.bot;
  return greeting === undefined
    ? turn.fail('greeting_missing', 'The bot has no block to begin at.')
    : { node: greeting };
}

/** @spec RN19 */
function tooManyEffects(kit: Kit, turn: Turn, node: string): Step {
  const detail = `The bot awaited ${kit.limits.effects} effects without waiting for the visitor.`;
  return turn.fail('endless_loop', detail, node);
}
