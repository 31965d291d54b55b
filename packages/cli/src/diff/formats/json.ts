import { printableJson } from '../../printing/printable.ts';
import type { RenderDiff } from '../diff-result.ts';

/** For programs: the difference itself, with its values. @spec DD9 */
export const render: RenderDiff = ({ before, after, diff, review, isSame }) =>
  printableJson(
    {
      botwright: 1,
      before: before.name,
      after: after.name,
      same: isSame,
      ...diff,
      renamed: review.blocks.renamed.map(({ id, before: former }) => ({ before: former, after: id })),
      moved: review.blocks.moved.map(({ id }) => id),
    },
    2,
  );
