import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { ChangeSet } from '../../domain/edits/change-set.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DraftHead, DraftRecord } from '../../ports/draft-store.ts';
import type { IdSource } from '../../ports/id-source.ts';
import { effectOf, effectsOf } from '../bots/bot-decisions.ts';
import type { ErrorCode } from '../engine-error.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import type { EngineLimits } from '../limits.ts';
import type { Needs, Part } from '../use-case/use-case.ts';
import type { CheckFacts } from './check-facts.ts';
import type { DiagramCheckerDependencies } from './diagram-checker.ts';
import type { DiagramBounds } from './diagram-input.ts';
import type { DraftCache } from './draft-cache.ts';

export interface DraftWriterDependencies
  extends DiagramBounds,
    Pick<DiagramCheckerDependencies, 'kinds' | 'largeDiagrams' | 'sizes'> {
  readonly storage: EngineStorage;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'uuid'>;
  readonly draftCache: DraftCache;
  readonly channelFamilies: ReadonlySet<string>;
  readonly limits: DiagramBounds['limits'] & Pick<EngineLimits, 'maxRevisions' | 'maxRevisionBytes'>;
}

/** A whole diagram to store. */
export interface NewDiagram {
  readonly kind: 'diagram';
  readonly diagram: Diagram;
  /**
   * Its JSON text, if it is stored as it was read, and its size was checked then: writing it here would block other
   * transactions.
   */
  readonly diagramJson?: string;
}

/** An edit of the diagram that is stored. */
export interface RequestedEdit {
  readonly changeSet: ChangeSet;
  /** The error when the change set has problems. */
  readonly refusedAs: ErrorCode;
  /** Whether the block that it names is there. Left out: it names none. */
  hasBlock?(diagram: Diagram): boolean;
}

export interface RequestedWrite {
  readonly botId: string;
  /** The revisions at which the caller wants to write; `undefined`: any. */
  readonly ifRevision: readonly number[] | undefined;
}

export interface WholeWrite extends RequestedWrite {
  /** Makes the next diagram, or throws a refusal. */
  make(bot: BotRecord, current: DraftHead, facts: CheckFacts): Part<NewDiagram | Needs>;
}

export interface EditWrite extends RequestedWrite, RequestedEdit {}

/** A draft that is stored, and the connections that the write removed. */
export interface Written {
  readonly draft: DraftHead & Pick<DraftRecord, 'violations'>;
  readonly text: string | (() => string);
  readonly removedConnections: readonly JsonObject[];
}

/**
 * Decides on a write of a draft.
 *
 * @param stored - The stored diagram, for an edit that names a block.
 * @returns The revision that it makes.
 * @throws {EngineError} the refusal
 * @spec DR40
 */
export function decideWrite(
  { channelFamilies }: Pick<DraftWriterDependencies, 'channelFamilies'>,
  state: { readonly bot: BotRecord; readonly draft: DraftHead },
  { ifRevision, hasBlock }: RequestedWrite & Partial<RequestedEdit>,
  stored?: () => Diagram,
): number {
  const block = stored !== undefined && hasBlock?.(stored()) === false ? 'absent' : 'present';
  const context = { channelFamilies };
  return effectOf(effectsOf(state, { kind: 'write_draft', ifRevision, block }, { context }), 'replace_draft').revision;
}
