import type { Chapter } from './chapters.ts';
import type { OptionSet, OptionValues } from './options.ts';
import type { Peers } from './peers.ts';
import type { CaseResult } from './result.ts';

/** The measured values of one repeat of an arm by unit, such as `{ 'per second': 1200, 'µs of processor': 80 }`. */
export type Figures = Readonly<Record<string, number>>;

interface AnyArm {
  readonly name: string;
  /** The number of rows, blocks or the like. */
  readonly size?: number;
  /** Runs before each repeat, untimed. */
  readonly before?: (round: number) => unknown;
}

/** An arm that the harness times. The harness awaits a returned promise, and ignores its value. */
export interface TimedArm extends AnyArm {
  /** @param round - Counts from 0; warm-up rounds are negative. */
  readonly run: (round: number) => unknown;
}

/** An arm that returns its figures. */
export interface MeasuringArm extends AnyArm {
  readonly measure: (round: number) => Figures | Promise<Figures>;
}

/** One of the compared programs. */
export type Arm = TimedArm | MeasuringArm;

/** A promised number: a figure of one arm, or its ratio to another arm's figure in the same round. */
export interface Promised {
  /** Name of an arm. */
  readonly of: string;
  /** Name of the arm to divide by; without it, the figure itself counts. */
  readonly to?: string;
  /** Unit of the figure. Default: the first one. */
  readonly figure?: string;
  /** The upper bound; the run fails above it. */
  readonly atMost?: number;
  /** The lower bound; the run fails below it. */
  readonly atLeast?: number;
  readonly aim?: number;
}

export interface Comparison {
  readonly title: string;
  readonly arms: readonly Arm[];
  readonly ratios?: readonly Promised[];
  /** `processor` times only the work of this thread: other load and waiting do not count. */
  readonly clock?: 'wall' | 'processor';
  /**
   * The duration of a repeat, which calls an arm repeatedly; its figure is the average of one call. Default: one call;
   * 100 by `processor`.
   */
  readonly batchMs?: number;
  /** Uncounted rounds before the others. Default 2. */
  readonly warmUp?: number;
  /** For short repeats: multiplies the repeats of the run, within half a minute. */
  readonly timesRepeats?: number;
  /** For very long repeats: the maximum number of repeats of any run. */
  readonly maxRepeats?: number;
}

/** The tools of a benchmark. */
export interface Bench<TOptions extends OptionSet = OptionSet> {
  readonly options: OptionValues<TOptions>;
  /** The minimum number of repeats that count. */
  readonly repeats: number;
  /** Libraries that are installed only for benchmarks. */
  readonly peers: Peers;
  /** An empty folder, removed at the end of the benchmark. */
  readonly folder: () => string;
  /** Measures arms in turns, so that other load of the machine affects all of them alike. */
  readonly compare: (comparison: Comparison) => Promise<CaseResult>;
  /** Reports a detail of the measured subject, such as its number of bytes. */
  readonly note: (text: string) => void;
  /** Reports a check of the result; the run fails if it does not hold. */
  readonly check: (text: string, holds: boolean) => void;
}

export interface Benchmark<TOptions extends OptionSet = OptionSet> {
  /** The name of its file. */
  readonly name: string;
  readonly chapter: Chapter;
  /** The measured subject and its rivals, in a sentence or two. */
  readonly measures: string;
  readonly options: TOptions;
  /** Names of the packages that it compares with, installed before it runs. */
  readonly peers?: readonly string[];
  readonly run: (bench: Bench<TOptions>) => Promise<void>;
}

/** Declares a benchmark, with the types of its options. */
export function defineBenchmark<const TOptions extends OptionSet>(benchmark: Benchmark<TOptions>): Benchmark {
  return benchmark as unknown as Benchmark;
}
