import { describeParam, paramOf } from '../../rules/block-facts.ts';
import { lint } from '../lint.ts';

/** @spec LI21 */
export const minAboveMax = lint('min-above-max', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    for (const [min, max] of kind?.definition.ranges ?? []) {
      for (const block of blocks) {
        const [least, most] = [paramOf(block, min), paramOf(block, max)];
        if (typeof least !== 'number' || typeof most !== 'number' || least <= most) continue;
        report(block, describeParam, min, `is ${least} and "${max}" is ${most}, so no answer is accepted`);
      }
    }
  }
});
