import type { Chapter } from './chapters.ts';
import type { Machine } from './machine.ts';
import type { OptionValue } from './options.ts';

/** Statistics of all repeats. */
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

/** `reached`: the aim is reached. `kept`: the promise holds. `none`: nothing is promised. */
export type Outcome = 'reached' | 'kept' | 'missed' | 'none';

export interface RatioResult {
  readonly of: string;
  /** Absent if the figure of the arm itself counts. */
  readonly to?: string;
  /** Unit of the figure. */
  readonly figure: string;
  /** Statistics of the ratio of each round, since other load differs from round to round. */
  readonly value: Spread;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly aim?: number;
  readonly outcome: Outcome;
}

export interface CaseResult {
  readonly title: string;
  readonly repeats: number;
  readonly arms: readonly ArmResult[];
  readonly ratios: readonly RatioResult[];
}

/** The notes and checks of a benchmark, in their order. */
export interface Note {
  readonly text: string;
  /** Present for a check. */
  readonly holds?: boolean;
}

export interface BenchmarkResult {
  readonly name: string;
  readonly chapter: Chapter;
  readonly measures: string;
  /** Versions of the compared packages. */
  readonly peers: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly machine: Machine;
  /** An ISO time. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly cases: readonly CaseResult[];
  readonly notes: readonly Note[];
  /** Present if it ended before everything was measured. */
  readonly failure?: string;
}

/** All broken promises. */
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
