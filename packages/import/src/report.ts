/** The codes of report entries. */
export const importCodes = [
  'carried',
  'text-plain-only',
  'html-removed',
  'question-folded',
  'wording-dropped',
  'media-kind',
  'choice-limit',
  'condition-formula',
  'loop-index',
  'code-not-translated',
  'integration-unknown',
  'credentials-missing',
  'link-outside',
  'intent-by-phrases',
  'entity-asked',
  'language-dropped',
  'setting-dropped',
  'theme-dropped',
  'start-implied',
  'edge-dangling',
] as const;

/** A code of `importCodes`. */
export type ImportCode = (typeof importCodes)[number];

/** The result for one element of the source. */
export interface ImportEntry {
  /** `carried`: works as in the source. `changed`: works in another way. `lost`: missing in the result. */
  readonly outcome: 'carried' | 'changed' | 'lost';
  /** Stable, unlike `message`. */
  readonly code: ImportCode;
  /** One sentence: a change before and after; a loss as visitors notice it. */
  readonly message: string;
  /** A fix for the author; absent if there is none. */
  readonly hint?: string;
  /** The element of the source; `line` and `column` count from 1. */
  readonly source: {
    /** The file, such as `lead.json`; in a zip, `bots.zip!lead.json`. */
    readonly path: string;
    /** RFC 6901 pointer into the file. */
    readonly pointer: string;
    readonly line?: number;
    readonly column?: number;
    readonly title?: string;
  };
  /** `key` of the bot and the block that the element became; absent for a lost one. */
  readonly target?: { readonly bot: string; readonly block_id: string; readonly pointer?: string };
}

/** The differences between the source and the result. */
export interface ImportReport {
  /** The version of the form of the report. */
  readonly botwright: 1;
  /** Such as `typebot`. */
  readonly system: string;
  /** The version of the source format. */
  readonly version: string;
  /** Numbers of entries. */
  readonly counts: { readonly carried: number; readonly changed: number; readonly lost: number };
  /** By file, then in the order of the source. */
  readonly entries: readonly ImportEntry[];
}

export function countOutcomes(entries: readonly ImportEntry[]): ImportReport['counts'] {
  const counts = { carried: 0, changed: 0, lost: 0 };
  for (const { outcome } of entries) counts[outcome] += 1;
  return counts;
}
