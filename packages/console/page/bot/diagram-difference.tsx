import { type Diagram, diffDiagrams, hasChanges } from '@botwright/core/diagram';
import { type PictureOptions, pictureOf } from '@botwright/graph';
import { useMemo, useRef, useState } from 'preact/hooks';
import './bot.css';
import type { Camera } from './diagram/camera.ts';
import { Canvas } from './diagram/canvas.tsx';
import { sceneOf } from './diagram/scene.ts';
import { placeBlocks } from './model/place-blocks.ts';

const signs = { added: '+', removed: '−', changed: '~' } as const;
const shippedKinds: DifferenceOptions = {};

/** Data of the bot that describes its blocks and draws its jumps. */
export type DifferenceOptions = Pick<PictureOptions, 'catalog' | 'bot' | 'channelFamily' | 'greetingSlots'>;

/** Draws and lists the added, removed and changed blocks and connections of a diagram. */
export function DiagramDifference({
  before,
  after,
  ofBot = shippedKinds,
}: {
  readonly before: Diagram;
  readonly after: Diagram;
  readonly ofBot?: DifferenceOptions;
}) {
  const picture = useMemo(() => pictureOf(after, { ...ofBot, before }), [before, after, ofBot]);
  const scene = useMemo(() => sceneOf(picture, placeBlocks(picture.blocks, picture.edges).boxes), [picture]);
  const diff = useMemo(() => diffDiagrams(before, after, { ignorePositions: true }), [before, after]);
  const [selected, select] = useState<string>();
  const camera = useRef<Camera | undefined>(undefined);

  const changed = picture.blocks.filter(({ change }) => change !== undefined);
  const edges = picture.edges.filter(({ change }) => change !== undefined);
  const nameOf = (id: string) => scene.byId.get(id)?.title ?? id;
  const params = new Map(diff.blocks.changed.map((each) => [each.id, each]));
  if (!hasChanges(diff)) {
    return <p class="muted">{before === after ? 'Nothing differs.' : 'Nothing but places on the canvas differs.'}</p>;
  }
  return (
    <div class="difference">
      <Canvas
        label="What differs"
        scene={scene}
        selected={selected}
        groupOf={() => 'plain'}
        onSelect={select}
        beginAt={[...changed.map(({ id }) => id), ...edges.flatMap(({ from, to }) => [from, to])]}
        onCamera={(made) => {
          camera.current = made;
        }}
      />
      <ul class="difference-list" aria-label="Differences">
        {changed.map(({ id, title, type, change = 'changed' }) => (
          <li key={`block ${id}`}>
            <button
              type="button"
              aria-pressed={id === selected}
              onClick={() => {
                select(id);
                const box = scene.boxes.get(id);
                if (box !== undefined) camera.current?.show(box);
              }}
            >
              <span class={`sign ${change}`} aria-hidden="true">
                {signs[change]}
              </span>
              <span>
                <strong>{title}</strong> {change}
                <span class="muted"> · {changesOf(params.get(id)) ?? type}</span>
              </span>
            </button>
          </li>
        ))}
        {edges.map(({ id, from, label, to, isJump, change = 'changed' }) => (
          <li key={`edge ${id} ${change}`}>
            <span class={`sign ${change}`} aria-hidden="true">
              {signs[change]}
            </span>
            <span>
              {isJump === true ? 'Jump' : 'Connection'} {change}: {nameOf(from)} <span class="muted">{label}</span> →{' '}
              {nameOf(to)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function changesOf(
  change: { readonly members: readonly string[]; readonly params: readonly string[] } | undefined,
): string | undefined {
  if (change === undefined) return undefined;
  const named = [...change.members.filter((member) => member !== 'params'), ...change.params];
  return named.length === 0 ? undefined : named.join(', ');
}
