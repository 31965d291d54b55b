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
  readonly outcome: 'carried' | 'changed' | 'lost';
  readonly code: ImportCode;
  /** One sentence: a change before and after; a loss as visitors notice it. */
  readonly message: string;
  readonly hint?: string;
  readonly source: {
    /** The file, such as `lead.json`; in a zip, `bots.zip!lead.json`. */
    readonly path: string;
    /** RFC 6901 pointer into the file. */
    readonly pointer: string;
    readonly line?: number;
    readonly column?: number;
    readonly title?: string;
  };
  readonly target?: { readonly bot: string; readonly block_id: string; readonly pointer?: string };
}

/** The differences between the source and the result. */
export interface ImportReport {
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
