import type { JsonValue } from '@botwright/core/diagram';
import { printableJson } from '../../printing/printable.ts';
import type { RenderDiff, Review } from '../review.ts';
import type { ValueChange } from '../value-changes.ts';
import { codePointsIn } from '../word-changes.ts';

/** For programs: the difference itself, with its values. @spec DD9, DD13 */
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
      code_points: codePoints(review),
    },
    2,
  );

/** Code points that are invisible or look alike in ids and values that differ. */
interface NamedCodePoints {
  readonly block?: string;
  readonly connection?: string;
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

function codePoints({ blocks, connections, others }: Review): readonly NamedCodePoints[] {
  const named = (of: Pick<NamedCodePoints, 'block' | 'connection'>, { path, before, after }: ValueChange) => {
    const [ofBefore, ofAfter] = [namesOf(before, after), namesOf(after, before)];
    const isEmpty = ofBefore === '' && ofAfter === '';
    return isEmpty ? [] : [{ ...of, path, ...(ofBefore && { before: ofBefore }), ...(ofAfter && { after: ofAfter }) }];
  };
  return [
    ...blocks.added.flatMap(({ id, values }) => [
      ...named({ block: id }, { path: 'id', after: id }),
      ...values.flatMap((value) => named({ block: id }, value)),
    ]),
    ...blocks.removed.flatMap(({ id }) => named({ block: id }, { path: 'id', before: id })),
    ...blocks.renamed.flatMap(({ id, before }) => named({ block: id }, { path: 'id', before, after: id })),
    ...blocks.changed.flatMap(({ id, values }) => values.flatMap((value) => named({ block: id }, value))),
    ...connections.changed.flatMap(({ connection, values }) => values.flatMap((value) => named({ connection }, value))),
    ...others.flatMap((value) => named({}, value)),
  ];
}

function namesOf(value: JsonValue | undefined, other: JsonValue | undefined): string {
  return value === undefined ? '' : codePointsIn(value, other);
}
