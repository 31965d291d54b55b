import { useEffect, useRef, useState } from 'preact/hooks';
import type { Camera } from '../diagram/camera.ts';
import type { OutputEnd } from '../model/diagram-edits.ts';
import type { Point } from '../model/viewport.ts';

export type Panel = 'block' | 'problems' | 'blocks' | 'chat' | 'json';

/** Where the author adds a block: behind an output, at a place, or anywhere. */
export interface Adding {
  readonly from?: OutputEnd;
  readonly at?: Point;
}

export type View = ReturnType<typeof useView>;

/** The selection, the open panel and the focus of the editor. */
export function useView(isJson: boolean) {
  const [selected, select] = useState<string>();
  /** The block where a chat is. */
  const [lit, setLit] = useState<string>();
  const [panel, setPanel] = useState<Panel>('block');
  /** Whether a narrow screen shows the panel instead of the canvas. */
  const [isNarrowPanel, setNarrowPanel] = useState(isJson);
  const [adding, setAdding] = useState<Adding>();
  const camera = useRef<Camera | undefined>(undefined);
  const search = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setPanel('block');
    setNarrowPanel(isJson);
  }, [isJson]);
  return {
    ...{ selected, select, lit, setLit, panel, setPanel, isNarrowPanel, setNarrowPanel, adding, setAdding },
    ...{ camera, search, root },
  };
}

/** Lights the block where a conversation is, until the conversation is no longer shown. */
export function useLit({ setLit }: View, block: string | undefined): void {
  useEffect(() => setLit(block), [block]);
  useEffect(() => () => setLit(undefined), []);
}

export function openPanel({ setPanel, setNarrowPanel }: View, panel: Panel): void {
  setPanel(panel);
  setNarrowPanel(true);
}

/** Moves the focus after the next frame, which shows the element. */
export function focus({ root }: View, selector: string): void {
  requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }));
}

export function leavePanel(view: View): void {
  view.setNarrowPanel(false);
  focus(view, '[role=application]');
}

export function openSearch(view: View): void {
  openPanel(view, 'blocks');
  requestAnimationFrame(() => view.search.current?.focus());
}
