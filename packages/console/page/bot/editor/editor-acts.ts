import { notify } from '../../parts/toasts.tsx';
import { blockHeight } from '../model/block-box.ts';
import type { OutputEnd } from '../model/diagram-edits.ts';
import {
  newBlockId,
  withBlock,
  withConnection,
  withoutBlocks,
  withoutConnection,
  withPlaces,
} from '../model/diagram-edits.ts';
import { lostJumps } from '../model/jumps-to.ts';
import { freePlace, inColumns } from '../model/place-blocks.ts';
import type { Point } from '../model/viewport.ts';
import type { Editor } from './use-editor.ts';
import { placesOf, storedPlace, withShownPlaces } from './use-layout.ts';
import { type Adding, focus, leavePanel, openPanel } from './use-view.ts';

export function goTo({ view, layout }: Editor, id: string): void {
  view.select(id);
  const box = layout.scene.boxes.get(id);
  if (box !== undefined) view.camera.current?.show(box);
}

export function openBlock(editor: Editor, id: string): void {
  goTo(editor, id);
  openPanel(editor.view, 'block');
  focus(editor.view, '.editor-panel');
}

export function moveBlock({ draft, layout }: Editor, id: string, to: Point): void {
  const { context } = draft;
  const isDone = draft.edit((now) => {
    const ready = withShownPlaces(layout, now, context);
    return ready.ok ? withPlaces(ready.diagram, new Map([[id, storedPlace(layout, to)]]), context) : ready;
  }, `place of ${id}`);
  if (isDone && layout.isOwn) layout.useStored();
}

export function addBlock({ draft, layout, view, greetingSlot }: Editor, type: string, { from, at }: Adding): void {
  const { boxes } = layout.scene;
  const id = newBlockId(draft.diagram, greetingSlot, from?.block);
  const source = from && boxes.get(from.block);
  const rightOfSource = source && { x: source.x + source.width + 96, y: source.y };
  const nearby = at ?? rightOfSource ?? view.camera.current?.centre() ?? { x: 0, y: 0 };
  const place = freePlace(nearby, blockHeight({ text: 'x', outputs: [] }) + 60, boxes.values());
  const isDone = draft.edit((now) => {
    const ready = withShownPlaces(layout, now, draft.context);
    if (!ready.ok) return ready;
    const block = { id, type, place: storedPlace(layout, place), ...(from && { from }) };
    return withBlock(ready.diagram, block, draft.context);
  });
  if (!isDone) return;
  if (layout.isOwn) layout.useStored();
  view.select(id);
  openPanel(view, 'block');
  requestAnimationFrame(() => view.camera.current?.show({ ...place, width: 248, height: 160 }));
  focus(view, '.editor-panel');
}

export function connect({ draft: { edit, context } }: Editor, from: OutputEnd, to: string | undefined): void {
  edit((now) => (to === undefined ? withoutConnection(now, from, context) : withConnection(now, from, to, context)));
}

export function removeBlock({ draft, layout, view, isReadOnly }: Editor, id: string): void {
  if (isReadOnly || id === 'hidden') return;
  if (!draft.edit((now) => withoutBlocks(now, [id], draft.context))) return;
  const lost = lostJumps(layout.picture, id);
  if (lost !== undefined) notify(lost, 'error');
  view.select(undefined);
  leavePanel(view);
}

export function tidy({ draft, layout, view }: Editor): void {
  const { blocks, edges } = layout.picture;
  const places = placesOf(inColumns(blocks, edges), draft.diagram);
  if (draft.edit((now) => withPlaces(now, places, draft.context))) layout.useStored();
  requestAnimationFrame(() => view.camera.current?.fit());
}
