import type { ListSplice, TextSplice } from '../domain/edits/splices.ts';
import type { Violation } from '../domain/rules/violation.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { descending, recordKind } from '../ports/record-kind.ts';
import { ofBot } from './bots.ts';

/** A draft without its diagram and its violations. */
export interface DraftHead {
  /** UUID of the bot; each bot has one draft. */
  readonly botId: string;
  /** Grows with each write of the diagram. */
  readonly revision: number;
  /**
   * Names only this state: another state of the draft has another id, also when it has the same revision because the
   * transaction of the first was rolled back. Left out of states that the engine did not name.
   */
  readonly stateId?: string;
  /** All violations, also beyond the stored ones. */
  readonly violationsTotal: number;
  /** The last write of the diagram. */
  readonly editedAt: EpochMs;
  /** Id of the person who wrote it. */
  readonly editedBy: number;
  /** The program that wrote it for the person, such as `mcp:claude`. */
  readonly by?: string;
}

/** A draft as stored, with its diagram in JSON and the violations of that diagram. */
export interface DraftRecord extends DraftHead {
  /**
   * Exactly the text that the engine gave. A store must not parse, reorder or re-encode it. Well-formed Unicode
   * without U+0000, as `JSON.stringify` makes it.
   *
   * @spec ST26
   */
  readonly diagramJson: string;
  /** The first 10,000; `violationsTotal` counts all. */
  readonly violations: readonly Violation[];
}

/** The next state of a draft with the violations of the present one. */
export type SameViolations = Omit<DraftRecord, 'violations'>;

/** The next state of a draft, as changes of the present one. */
export interface DraftChange extends DraftHead {
  /** Makes the next text of the present one: `spliceText` applies it. */
  readonly textSplices: readonly TextSplice[];
  /** UTF-8 bytes of the next text. */
  readonly bytes: number;
  /** Makes the next list of the present one: `spliceList` applies it. */
  readonly violationSplices: readonly ListSplice<Violation>[];
}

export type RevisionRecord = Pick<DraftRecord, 'revision' | 'diagramJson' | 'editedAt' | 'editedBy' | 'by'>;

/**
 * How much history of a draft the store keeps. It removes states beyond either bound, oldest first. @spec ST29, ST30
 */
export interface HistoryBounds {
  readonly maxRevisions: number;
  /** Counted in UTF-8 bytes of the diagram texts. */
  readonly maxBytes: number;
}

export interface TestDeploymentRecord {
  readonly id: string;
  readonly botId: string;
  /** Revision of the draft that was deployed. */
  readonly revision: number;
  readonly diagramJson: string;
  readonly deployedAt: EpochMs;
  readonly deployedBy: number;
}

const diagramFields = { diagramJson: 'document', editedAt: 'integer', editedBy: 'integer', by: 'text?' } as const;

export const drafts = recordKind<DraftRecord>()({
  name: 'draft',
  key: ['botId'],
  owner: ofBot,
  fields: {
    botId: 'text',
    revision: 'integer',
    stateId: 'text?',
    violations: 'list',
    violationsTotal: 'integer',
    ...diagramFields,
  },
});

/** A past state of a draft. */
export interface PastDraft extends RevisionRecord {
  readonly botId: string;
}

export const revisions = recordKind<PastDraft>()({
  name: 'revision',
  key: ['botId', 'revision'],
  owner: ofBot,
  fields: { botId: 'text', revision: 'integer', ...diagramFields },
  lists: {
    ofBot: {
      within: ['botId'],
      filters: {},
      orders: { newest: [descending('revision')] },
    },
  },
});

export const testDeployments = recordKind<TestDeploymentRecord>()({
  name: 'test_deployment',
  key: ['botId'],
  owner: ofBot,
  fields: {
    id: 'text',
    botId: 'text',
    revision: 'integer',
    deployedAt: 'integer',
    deployedBy: 'integer',
    diagramJson: 'document',
  },
});
