import { type ChangeSet, type Diagram, diffDiagrams, type EditContext, hasChanges } from '@botwright/core/diagram';
import { draftChange } from '../model/draft-change.ts';

/** A draft of the server. */
export interface StoredDraft<TViolation = unknown> {
  readonly diagram: Diagram;
  /** Names its revision. */
  readonly etag: string | undefined;
  readonly violations: readonly TViolation[];
}

/** The result of a write; `'changed'`: another author has written, and nothing was stored. */
export type WriteResult<TViolation> = Omit<StoredDraft<TViolation>, 'diagram'> | 'changed';

export interface SaverPorts<TViolation> {
  read(): Promise<StoredDraft<TViolation>>;
  edit(changeSet: ChangeSet, etag: string | undefined): Promise<WriteResult<TViolation>>;
  replace(diagram: Diagram, etag: string | undefined): Promise<WriteResult<TViolation>>;
  /** Whether the server refused a change set that may be stored as a whole diagram. */
  isRefused(error: unknown): boolean;
  /** Whether a retry may succeed. */
  isPassing(error: unknown): boolean;
  /** @returns Cancels the wait. */
  after(ms: number, run: () => void): () => void;
}

export type SaverState<TViolation = unknown> = {
  /** The last read or written draft. */
  readonly stored: StoredDraft<TViolation>;
} & (
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  /** Another author wrote `theirs`. Nothing is saved until `resolve`. */
  | { readonly kind: 'conflict'; readonly theirs: StoredDraft<TViolation> }
  /** With `willRetry` the saver retries; otherwise the next edit does. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly willRetry: boolean }
);

export interface DraftSaver<TViolation = unknown> {
  readonly state: SaverState<TViolation>;
  /** Saves this diagram after a pause in editing. */
  change(diagram: Diagram): void;
  /** Saves immediately; resolves when all is saved, or when saving is impossible now. */
  saveNow(): Promise<boolean>;
  /** Continues after a conflict with a diagram that merges both. */
  resolve(diagram: Diagram): void;
  /** Replaces the draft after another part of the page has written it. */
  reset(stored: StoredDraft<TViolation>): void;
  stop(): void;
}

/** Long enough to finish a word, short enough that nobody waits for it. */
const pauseMs = 1_200;
/** After a temporary failure: soon enough that nobody saves manually, rare enough for an overloaded server. */
const retryMs = 5_000;

/**
 * Saves a draft in the background: one write at a time, each based on the last stored revision.
 *
 * @spec CO51, CO52, CO53
 */
export function createDraftSaver<TViolation>(
  first: StoredDraft<TViolation>,
  context: EditContext,
  ports: SaverPorts<TViolation>,
  show: (state: SaverState<TViolation>) => void,
): DraftSaver<TViolation> {
  let state: SaverState<TViolation> = { kind: 'saved', stored: first };
  let wanted = first.diagram;
  let endWait = () => {};
  let writing: Promise<void> | undefined;
  let isStopped = false;

  const set = (next: SaverState<TViolation>) => {
    state = next;
    if (!isStopped) show(next);
  };
  const waitThenSave = (ms: number) => {
    endWait();
    endWait = ports.after(ms, () => void save());
  };

  async function save(): Promise<void> {
    endWait();
    writing ??= write().finally(() => {
      writing = undefined;
    });
    await writing;
  }

  async function write(): Promise<void> {
    while (state.kind !== 'conflict' && !isStopped) {
      const { stored } = state;
      const diagram = wanted;
      const change = draftChange(stored.diagram, diagram, context);
      if (change.kind === 'none') {
        set({ kind: 'saved', stored });
        return;
      }
      set({ kind: 'saving', stored });
      try {
        const written = await send(ports, change, diagram, stored.etag);
        if (written !== 'changed') set({ kind: 'unsaved', stored: { ...written, diagram } });
        else await lookAtTheirs(stored, diagram);
      } catch (error) {
        const willRetry = ports.isPassing(error);
        set({ kind: 'failed', stored, error, willRetry });
        if (willRetry) waitThenSave(retryMs);
        return;
      }
    }
  }

  /** A write whose response was lost looks like another author's: it equals the sent diagram. */
  async function lookAtTheirs(stored: StoredDraft<TViolation>, sent: Diagram): Promise<void> {
    const theirs = await ports.read();
    if (!hasChanges(diffDiagrams(theirs.diagram, sent))) set({ kind: 'unsaved', stored: theirs });
    else if (hasChanges(diffDiagrams(stored.diagram, theirs.diagram))) set({ kind: 'conflict', stored, theirs });
    // Only the revision changed, such as by a test deployment.
    else set({ kind: 'unsaved', stored: theirs });
  }

  return {
    get state() {
      return state;
    },
    change(diagram) {
      wanted = diagram;
      if (state.kind === 'conflict') return;
      if (state.kind !== 'saving') set({ kind: 'unsaved', stored: state.stored });
      waitThenSave(pauseMs);
    },
    async saveNow() {
      await save();
      return state.kind === 'saved';
    },
    resolve(diagram) {
      if (state.kind !== 'conflict') return;
      wanted = diagram;
      set({ kind: 'unsaved', stored: state.theirs });
      void save();
    },
    reset(stored) {
      endWait();
      wanted = stored.diagram;
      set({ kind: 'saved', stored });
    },
    stop() {
      isStopped = true;
      endWait();
    },
  };
}

async function send<TViolation>(
  ports: SaverPorts<TViolation>,
  change: Exclude<ReturnType<typeof draftChange>, { readonly kind: 'none' }>,
  diagram: Diagram,
  etag: string | undefined,
): Promise<WriteResult<TViolation>> {
  if (change.kind === 'replace') return ports.replace(diagram, etag);
  try {
    return await ports.edit(change.changeSet, etag);
  } catch (error) {
    if (!ports.isRefused(error)) throw error;
    return ports.replace(diagram, etag);
  }
}
