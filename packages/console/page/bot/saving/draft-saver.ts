import { type ChangeSet, type Diagram, diffDiagrams, type EditContext, hasChanges } from '@botwright/core/diagram';
import { draftChange } from '../model/draft-change.ts';

/** A draft as the server has it. */
export interface StoredDraft<TViolation = unknown> {
  readonly diagram: Diagram;
  /** Names its revision. */
  readonly etag: string | undefined;
  readonly violations: readonly TViolation[];
}

/** What a write answers; `'changed'`: somebody else wrote meanwhile, and nothing was written. */
export type WriteResult<TViolation> = Omit<StoredDraft<TViolation>, 'diagram'> | 'changed';

export interface SaverPorts<TViolation> {
  read(): Promise<StoredDraft<TViolation>>;
  edit(changeSet: ChangeSet, etag: string | undefined): Promise<WriteResult<TViolation>>;
  replace(diagram: Diagram, etag: string | undefined): Promise<WriteResult<TViolation>>;
  /** Whether a change set was refused, which as a whole diagram may be stored. */
  isRefused(error: unknown): boolean;
  /** Whether the same may work later. */
  isPassing(error: unknown): boolean;
  /** @returns What ends the wait. */
  after(ms: number, run: () => void): () => void;
}

export type SaverState<TViolation = unknown> = {
  /** The draft that was read or written last. */
  readonly stored: StoredDraft<TViolation>;
} & (
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  /** Somebody else wrote `theirs`. Nothing is saved until `resolve`. */
  | { readonly kind: 'conflict'; readonly theirs: StoredDraft<TViolation> }
  /** It is tried again by itself when `willRetry`, and else at the next edit. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly willRetry: boolean }
);

export interface DraftSaver<TViolation = unknown> {
  readonly state: SaverState<TViolation>;
  /** Saves this diagram after a pause in which nothing else is edited. */
  change(diagram: Diagram): void;
  /** Saves at once; resolves when nothing is left to save, or when it cannot be saved now. */
  saveNow(): Promise<boolean>;
  /** Goes on after a conflict with a diagram that was made with their changes in view. */
  resolve(diagram: Diagram): void;
  /** Takes the draft as something else of the page wrote it. */
  reset(stored: StoredDraft<TViolation>): void;
  stop(): void;
}

/** Long enough for a word to be typed to its end, short enough that nobody waits for it. */
const pauseMs = 1_200;
/** After a failure that passes: often enough that nobody has to press anything, seldom enough for a server in trouble. */
const retryMs = 5_000;

/**
 * Saves a draft behind the editor: one write at a time, each made from the revision that was stored last.
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

  /** A write whose response was lost looks like another author's: it has just what was sent. */
  async function lookAtTheirs(stored: StoredDraft<TViolation>, sent: Diagram): Promise<void> {
    const theirs = await ports.read();
    if (!hasChanges(diffDiagrams(theirs.diagram, sent))) set({ kind: 'unsaved', stored: theirs });
    else if (hasChanges(diffDiagrams(stored.diagram, theirs.diagram))) set({ kind: 'conflict', stored, theirs });
    // Only the revision moved on, such as by a test deployment.
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
