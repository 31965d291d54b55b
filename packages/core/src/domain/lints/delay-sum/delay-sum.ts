import { mostTypingSeconds } from '../../blocks/typing-time.ts';
import { ownMember } from '../../json/json-value.ts';
import { type DiagramIndex, isBlock, type NodeEntry } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';
import { followed } from '../reachable.ts';
import { saysNothing } from '../silent-paths.ts';

const mostSeconds = 20;

/** Sums are whole tenths of seconds and end at this one, so that those of a loop end. */
const tooLong = mostSeconds * 10 + 1;

/** @spec WT41, WT42 */
export const delaySum = lint('delay-sum', 'warn', (index, _facts, report) => {
  const waits = index.groups.flatMap(({ kind, blocks }) => (kind?.definition.name === 'wait' ? blocks : []));
  if (waits.every((wait) => tenthsOf(wait) === 0)) return;
  const silence = longestSilences(index, waits);
  for (const wait of waits) {
    const tenths = tenthsOf(wait);
    if (tenths > 0 && (silence[wait.position] as number) + tenths >= tooLong) report(wait, describe);
  }
});

/** By position, the tenths of seconds of the longest silence on a path to the entry. */
function longestSilences(index: DiagramIndex, waits: readonly NodeEntry[]): Uint16Array {
  const silence = new Uint16Array(index.nodes.length);
  const changed = [...waits];
  // The list grows while it is iterated.
  for (const entry of changed) {
    const tenths = tenthsOf(entry);
    if (!saysNothing(entry) || (tenths === 0 && isWait(entry))) continue;
    const after = Math.min(tooLong, (silence[entry.position] as number) + tenths);
    followed(entry, index, (target, by) => {
      if (by?.connection.type === '$interrupted' && isWait(entry)) return;
      if (after <= (silence[target.position] as number)) return;
      silence[target.position] = after;
      changed.push(target);
    });
  }
  return silence;
}

function isWait({ kind }: NodeEntry): boolean {
  return kind?.definition.name === 'wait';
}

/** Of a wait in a chat; 0 for another block, and for a longer wait, which begins a follow-up. */
function tenthsOf(entry: NodeEntry): number {
  const seconds = isBlock(entry) && isWait(entry) ? ownMember(entry.node.params, 'seconds') : undefined;
  return typeof seconds === 'number' && seconds > 0 && seconds <= mostTypingSeconds ? Math.ceil(seconds * 10) : 0;
}

function describe({ key }: NodeEntry): Finding {
  return {
    message: `When block ${excerpt(key)} ends, the bot may have said nothing for more than ${mostSeconds} seconds.`,
    hint: 'Shorten a wait on the way, or say something between two waits.',
  };
}
