import { type ExitId, findExit } from '../../blocks/question-exits.ts';
import { readableParams } from '../../rules/block-facts.ts';
import { type DiagramIndex, isBlock, type Link, type NodeEntry } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';
import { beginningsOf, followed } from '../reachable.ts';
import { saysNothing } from '../silent-paths.ts';

/** @spec QN4, QN5, EX22 */
export const silentQuestion = lint('silent-question', 'warn', (index, _facts, report) => {
  const isReached = silentlyReached(index);
  for (const entry of index.nodes) {
    if (isReached[entry.position] === 1 && isQuietQuestion(entry)) report(entry, describe);
  }
});

/** Marks, by position, the entries that a path reaches on which nothing was said since the visitor's last word. */
function silentlyReached(index: DiagramIndex): Uint8Array {
  const isReached = new Uint8Array(index.nodes.length);
  const entries: NodeEntry[] = [];
  const reach = (entry: NodeEntry): void => {
    if (isReached[entry.position] === 1) return;
    isReached[entry.position] = 1;
    entries.push(entry);
  };
  for (const entry of beginningsOf(index)) reach(entry);
  for (const entry of index.nodes) {
    if (isQuestion(entry)) followed(entry, index, (target, by) => isAnswer(entry, by) && reach(target));
  }
  // The list grows while it is iterated.
  for (const entry of entries) {
    if (isQuestion(entry)) {
      followed(entry, index, (target, by) => {
        if (leavesBy(entry, by, 'none') || (leavesBy(entry, by, 'timeout') && isQuietQuestion(entry))) reach(target);
      });
    } else if (saysNothing(entry)) followed(entry, index, reach);
  }
  return isReached;
}

/** Whether the visitor's word leads there. */
function isAnswer(entry: NodeEntry, by: Link | undefined): boolean {
  return !leavesBy(entry, by, 'none') && !leavesBy(entry, by, 'timeout');
}

function leavesBy(entry: NodeEntry, by: Link | undefined, exit: ExitId): boolean {
  if (by?.connection.type !== `$${exit}` || !isBlock(entry)) return false;
  return findExit(readableParams(entry), exit) !== undefined;
}

/** The visitor's answer is the last word where a question is left, whatever it said. */
function isQuestion({ kind }: NodeEntry): boolean {
  return kind?.definition.isQuiet !== undefined;
}

function isQuietQuestion(entry: NodeEntry): boolean {
  return isBlock(entry) && entry.kind?.definition.isQuiet?.(readableParams(entry)) === true;
}

function describe({ key }: NodeEntry): Finding {
  return {
    message: `Block ${excerpt(key)} asks without words, and a path leads there on which nothing was said.`,
    param: 'quiet',
    at: ['params', 'quiet'],
    hint: 'Say the question in a block before it, or give this one a text.',
  };
}
