import type { Catalog, Diagram } from '@botwright/core/diagram';
import { type MergeConflict, type MergeSide, mergeDiagrams } from '@botwright/core/merge';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { DiagramDifference, type DifferenceOptions } from '../diagram-difference.tsx';

const choices = [
  { value: 'mine', label: 'Your change' },
  { value: 'theirs', label: 'Their change' },
];

type View = 'theirs' | 'mine' | 'result';

const views: readonly (readonly [View, string])[] = [
  ['theirs', 'What they changed'],
  ['mine', 'What you changed'],
  ['result', 'What would be saved'],
];

/** Shows the changes of another author, and lets this author merge them. @spec CO52 */
export function MergeDialog({
  base,
  mine,
  theirs,
  ofBot,
  onResolve,
}: {
  /** The common ancestor of both drafts. */
  readonly base: Diagram;
  readonly mine: Diagram;
  readonly theirs: Diagram;
  readonly ofBot: DifferenceOptions & { readonly catalog: Catalog };
  readonly onResolve: (diagram: Diagram) => void;
}) {
  const { catalog, bot } = ofBot;
  const [sides, setSides] = useState<ReadonlyMap<string, MergeSide>>(new Map());
  const [view, setView] = useState<View>('theirs');
  const merge = useMemo(
    () =>
      mergeDiagrams(base, mine, theirs, {
        catalog,
        ...(bot !== undefined && { bot }),
        prefer: (conflict) => sides.get(keyOf(conflict)) ?? 'mine',
      }),
    [base, mine, theirs, catalog, bot, sides],
  );
  const { conflicts, renamed } = merge;
  const [before, after] = view === 'theirs' ? [base, theirs] : view === 'mine' ? [base, mine] : [theirs, merge.diagram];
  return (
    <Dialog title="Somebody else has saved this bot" size="large">
      <div class="dialog-body">
        <p>Your changes are not saved yet. Merge both, or choose one of the two.</p>
        {conflicts.length > 0 && (
          <Notice kind="warning">
            <p>
              What you both changed cannot be put together in{' '}
              {conflicts.length === 1 ? 'one place' : `${conflicts.length} places`}: choose there.
            </p>
            <div class="merge-choices form">
              {conflicts.map((conflict) => {
                const key = keyOf(conflict);
                return (
                  <SelectField
                    key={key}
                    label={placeOf(conflict)}
                    value={sides.get(key) ?? 'mine'}
                    choices={choices}
                    onChange={(side) => setSides(new Map(sides).set(key, side as MergeSide))}
                  />
                );
              })}
            </div>
          </Notice>
        )}
        {renamed.size > 0 && (
          <p>
            You both made a block of one id:{' '}
            {[...renamed].map(([id, other]) => `yours of ${id} becomes ${other}`).join(', ')}.
          </p>
        )}
        <fieldset class="switch" aria-label="What is shown">
          {views.map(([id, label]) => (
            <button key={id} type="button" aria-pressed={id === view} onClick={() => setView(id)}>
              {label}
            </button>
          ))}
        </fieldset>
        <DiagramDifference key={`${view} ${[...sides.values()]}`} before={before} after={after} ofBot={ofBot} />
      </div>
      <footer class="dialog-foot">
        <Button onClick={() => onResolve(theirs)}>Keep theirs only</Button>
        <Button onClick={() => onResolve(mine)}>Keep yours only</Button>
        <Button kind="primary" onClick={() => onResolve(merge.diagram)}>
          Put both together
        </Button>
      </footer>
    </Dialog>
  );
}

function keyOf({ map, id }: Pick<MergeConflict, 'map' | 'id'>): string {
  return `${map} ${id}`;
}

function placeOf({ map, id, members }: MergeConflict): string {
  if (map === 'connections') return `Connection of ${id}`;
  return members.length === 0 ? id : `${id} (${members.join(', ')})`;
}
