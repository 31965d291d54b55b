import type { Diagram } from '@botwright/core/diagram';
import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { DiagramDifference, type DifferenceOptions } from '../diagram-difference.tsx';
import { mergeDiagrams } from '../model/merge-diagrams.ts';

type Choice = 'mine' | 'theirs';
type View = 'theirs' | 'mine' | 'result';

const views: readonly (readonly [View, string])[] = [
  ['theirs', 'What they changed'],
  ['mine', 'What you changed'],
  ['result', 'What would be saved'],
];

/** Shows what another author saved meanwhile, and lets the author decide what becomes of both. @spec CO52 */
export function MergeDialog({
  base,
  mine,
  theirs,
  ofBot,
  onResolve,
}: {
  /** The draft that both began with. */
  readonly base: Diagram;
  readonly mine: Diagram;
  readonly theirs: Diagram;
  readonly ofBot: DifferenceOptions;
  readonly onResolve: (diagram: Diagram) => void;
}) {
  const [prefer, setPrefer] = useState<Choice>('mine');
  const [view, setView] = useState<View>('theirs');
  const merge = useMemo(() => mergeDiagrams(base, mine, theirs, prefer), [base, mine, theirs, prefer]);
  const { conflicts } = merge;
  const [before, after] = view === 'theirs' ? [base, theirs] : view === 'mine' ? [base, mine] : [theirs, merge.diagram];
  return (
    <Dialog title="Somebody else saved this bot meanwhile" size="large">
      <div class="dialog-body">
        <p>Nothing of yours was saved over it. Put both together, or keep one of the two.</p>
        {conflicts.length > 0 && (
          <Notice kind="warning">
            <p>
              You both changed the same in {conflicts.length === 1 ? 'one place' : `${conflicts.length} places`}:{' '}
              {conflicts
                .slice(0, 6)
                .map(({ id, members }) => (members.length === 0 ? id : `${id} (${members.join(', ')})`))
                .join('; ')}
              {conflicts.length > 6 && ' …'}
            </p>
            <fieldset class="merge-choice">
              <legend>There, both together takes</legend>
              {(['mine', 'theirs'] as const).map((choice) => (
                <label key={choice}>
                  <input type="radio" name="prefer" checked={choice === prefer} onChange={() => setPrefer(choice)} />{' '}
                  {choice === 'mine' ? 'your change' : 'their change'}
                </label>
              ))}
            </fieldset>
          </Notice>
        )}
        <fieldset class="switch" aria-label="What is shown">
          {views.map(([id, label]) => (
            <button key={id} type="button" aria-pressed={id === view} onClick={() => setView(id)}>
              {label}
            </button>
          ))}
        </fieldset>
        <DiagramDifference key={`${view} ${prefer}`} before={before} after={after} ofBot={ofBot} />
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
