import type { Diagram } from '../../domain/diagram/diagram.ts';
import { deepFreeze } from '../../domain/edits/apply-change-set.ts';
import { type EditableDiagram, editableDiagram } from '../../domain/edits/editable-diagram.ts';
import { spliceText, type TextSplice } from '../../domain/edits/splices.ts';
import type { BlockKinds } from '../../domain/rules/block-kind.ts';
import type { DiagramContext } from '../../domain/rules/check-diagram.ts';
import { type FollowedCheck, followCheckInSteps } from '../../domain/rules/followed-check.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import { utf8Length } from '../../domain/text.ts';
import type { DraftHead } from '../../records/drafts.ts';
import { type NamedByNodes, namedByNodes } from './node-names.ts';

/** A state of a draft after a write of this engine, with everything that the next edit needs. */
export interface CachedDraft {
  readonly botId: string;
  readonly revision: number;
  readonly stateId: string;
  readonly check: CheckResult;
  readonly text: GrowingText;
  /** An edit changes the prepared draft in place, so the editing code first takes the draft out of the cache. */
  readonly prepared: PreparedDraft;
  readonly stored: {
    /** How many changes the store has after the last whole text. */
    readonly changes: number;
    /** The total length of the changes. */
    readonly changeLength: number;
    /** UTF-8 bytes of the text; `undefined`: not counted. */
    readonly bytes: number | undefined;
  };
}

export interface ParsedDraft {
  readonly editable: EditableDiagram;
  readonly named: NamedByNodes;
  /** Has no facts until the first edit. `undefined`: the draft has too many violations to follow. */
  readonly followed: FollowedCheck | undefined;
}

/**
 * The parsed form that edits need. The first edit prepares it, because diagrams that are only written whole do not need
 * this memory.
 */
export interface PreparedDraft {
  ready(): ParsedDraft | undefined;
  /** Prepares it in steps, so that other work can run between them. No edit may be made before the last. */
  prepare(): Generator<undefined, ParsedDraft>;
}

/**
 * Caches recently written drafts, so that an edit need not read, parse and check the whole diagram.
 *
 * An entry is true only of the state with its id. The caller compares the id with the id of the stored draft: after a
 * write of another process, or a rollback, they differ.
 */
export interface DraftCache {
  get(brand: string, botId: string): CachedDraft | undefined;
  put(brand: string, draft: CachedDraft): void;
  remove(brand: string, botId: string): void;
}

/**
 * Estimates the bytes of memory that a draft takes. A draft that was only written whole takes its text. An edit also
 * needs the parsed diagram, the places and targets of its entries, and the violations of each. Measured on four kinds
 * of diagrams of 10 and 1,000 blocks: the estimate is between nine tenths and one and a third of the real size.
 */
function memoryOf({ text, prepared, check }: CachedDraft): number {
  const counts = prepared.ready()?.editable.counts;
  const findings = 300 * check.violations.length;
  if (counts === undefined) return 2 * text.length() + findings + 5_000;
  return 4 * text.length() + 400 * (counts.nodes + counts.connections) + findings + 16_000;
}

/** @param maxBytes - Drops the least recently put drafts first. Never stores a draft that exceeds it. */
export function createDraftCache(maxBytes: number): DraftCache {
  const drafts = new Map<string, { readonly draft: CachedDraft; readonly size: number }>();
  let size = 0;

  function remove(key: string): void {
    const known = drafts.get(key);
    if (known === undefined) return;
    drafts.delete(key);
    size -= known.size;
  }

  const keyOf = (brand: string, botId: string): string => JSON.stringify([brand, botId]);
  return {
    get: (brand, botId) => drafts.get(keyOf(brand, botId))?.draft,
    remove: (brand, botId) => remove(keyOf(brand, botId)),
    put(brand, draft) {
      const key = keyOf(brand, draft.botId);
      remove(key);
      const added = memoryOf(draft);
      if (added > maxBytes) return;
      // Callers receive this object.
      deepFreeze(draft.check);
      drafts.set(key, { draft, size: added });
      size += added;
      for (const oldest of drafts.keys()) {
        if (size <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}

/** Whether a cached draft is the stored one. */
export function isSameState(cached: CachedDraft, head: DraftHead): boolean {
  return cached.revision === head.revision && cached.stateId === head.stateId;
}

/** @param context - Without facts. */
export function preparedLater(text: GrowingText, context: DiagramContext, kinds: BlockKinds): PreparedDraft {
  let parsed: ParsedDraft | undefined;
  return {
    ready: () => parsed,
    *prepare() {
      const diagram = JSON.parse(text.read()) as Diagram;
      yield;
      const editable = editableDiagram(diagram, utf8Length(text.read()));
      if (isLong(text)) editable.measure();
      yield;
      const named = namedByNodes(editable.diagram, context.catalog);
      yield;
      const followed = yield* followCheckInSteps(editable.diagram, context, kinds);
      parsed = { editable, named, followed };
      return parsed;
    },
  };
}

/** UTF-16 units. A shorter text takes no longer to write than a change of it: most databases write pages of 4 KiB. */
const shortText = 4_096;

/** Whether to write a change of the text, not the whole text. */
export function isLong(text: GrowingText): boolean {
  return text.length() > shortText;
}

/** A text with pending changes, which the first read applies. */
export interface GrowingText {
  /** UTF-16 units. */
  length(): number;
  read(): string;
  /** A new text with these splices. This text stays unchanged. */
  spliced(splices: readonly TextSplice[]): GrowingText;
}

export function growingText(text: string): GrowingText {
  return grownText({ text, splices: [] }, 0, text.length);
}

/** A whole text and the splices after it. Each text and the texts made from it share this. */
interface SharedText {
  readonly text: string;
  readonly splices: TextSplice[];
}

function grownText(shared: SharedText, count: number, length: number): GrowingText {
  let whole = count === 0 ? shared.text : undefined;

  function read(): string {
    whole ??= spliceText(shared.text, shared.splices.slice(0, count));
    return whole;
  }

  return {
    length: () => length,
    read,
    spliced(added) {
      const grown = added.reduce((sum, [, removed, { length: more }]) => sum - removed + more, length);
      // If another text was made from the shared one, or this one was read, it becomes a new base.
      const isLast = shared.splices.length === count && (whole === undefined || count === 0);
      const base = isLast ? shared : { text: read(), splices: [] };
      base.splices.push(...added);
      return grownText(base, base.splices.length, grown);
    },
  };
}
