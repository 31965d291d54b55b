import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { ChangeSet } from '../../domain/edits/change-set.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DraftHead, DraftRecord } from '../../ports/draft-store.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { ErrorCode } from '../engine-error.ts';
import type { EngineStorage, EngineTransaction } from '../events/engine-storage.ts';
import type { EngineLimits } from '../limits.ts';
import type { DiagramCheckerDependencies, MissingFact } from './diagram-checker.ts';
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
  readonly diagram: Diagram;
  /**
   * Its JSON text, if it is stored as it was read, and its size was checked then: writing it here would block other
   * transactions.
   */
  readonly diagramJson?: string;
}

/** What a write can read. It runs inside the transaction, so it must not wait for anything else. */
export interface WriteBase {
  readonly tx: EngineTransaction;
  readonly bot: BotRecord;
  readonly current: DraftHead;
  /** Whether the work has its place in the queue of large diagrams. */
  readonly isQueued: boolean;
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
  /** Makes the next diagram, or throws a refusal. It needs a place in the queue to parse a large one. */
  make(base: WriteBase): Promise<NewDiagram | MissingFact>;
}

export interface EditWrite extends RequestedWrite, RequestedEdit {}

/** Throws the refusal, or returns the revision that the write makes. */
export type Decide = (draft: DraftHead, diagram: () => Diagram | undefined) => number;

/** A draft that is stored, and the connections that the write removed. */
export interface Written {
  readonly draft: DraftHead & Pick<DraftRecord, 'violations'>;
  readonly text: string | (() => string);
  readonly removedConnections: readonly JsonObject[];
}
