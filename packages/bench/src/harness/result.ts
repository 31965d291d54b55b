import type { Chapter } from './chapters.ts';
import type { Machine } from './machine.ts';
import type { OptionValue } from './options.ts';

/** Of all repeats. */
export interface Spread {
  readonly median: number;
  /** 10 of 100 repeats are below. */
  readonly low: number;
  /** 10 of 100 repeats are above. */
  readonly high: number;
}

export interface ArmResult {
  readonly name: string;
  readonly size?: number;
  /** By unit. */
  readonly figures: Readonly<Record<string, Spread>>;
}

/** `reached` says that the aim is reached, `kept` that the promise is kept, `none` that nothing is promised. */
export type Outcome = 'reached' | 'kept' | 'missed' | 'none';

export interface RatioResult {
  readonly of: string;
  /** Absent where the figure of the arm itself counts. */
  readonly to?: string;
  /** Unit of the figure. */
  readonly figure: string;
  /** Of the ratio of each round, since other load differs from round to round. */
  readonly value: Spread;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly aim?: number;
  readonly outcome: Outcome;
}

export interface CaseResult {
  readonly title: string;
  readonly repeats: number;
  readonly sizes?: string;
  readonly arms: readonly ArmResult[];
  readonly ratios: readonly RatioResult[];
}

/** What a benchmark said in between, in the order in which it was said. */
export interface Note {
  readonly text: string;
  /** Present for a check. */
  readonly holds?: boolean;
}

export interface BenchmarkResult {
  readonly name: string;
  readonly chapter: Chapter;
  readonly measures: string;
  /** Versions of what it was compared with. */
  readonly peers: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly machine: Machine;
  /** An ISO time. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly cases: readonly CaseResult[];
  readonly notes: readonly Note[];
  /** Present when it ended before everything was measured. */
  readonly failure?: string;
}

/** Everything that was promised and not kept. */
export function failuresOf({ name, cases, notes, failure }: BenchmarkResult): readonly string[] {
  return [
    ...(failure === undefined ? [] : [`${name}: ${failure}`]),
    ...notes.filter(({ holds }) => holds === false).map(({ text }) => `${name}: not true: ${text}`),
    ...cases.flatMap(({ title, ratios }) =>
      ratios
        .filter(({ outcome }) => outcome === 'missed')
        .map(({ of, to, value, atMost, atLeast }) => {
          const bound = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
          return `${name}: ${title}: ${to === undefined ? of : `${of} ÷ ${to}`} is ${value.median.toFixed(2)}, not ${bound}`;
        }),
    ),
  ];
}
