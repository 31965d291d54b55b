import type { Chapter } from './chapters.ts';
import type { OptionSet, OptionValues } from './options.ts';
import type { Peers } from './peers.ts';
import type { CaseResult } from './result.ts';

/** What one repeat of an arm measured, by unit, such as `{ 'per second': 1200, 'µs of processor': 80 }`. */
export type Figures = Readonly<Record<string, number>>;

interface AnyArm {
  readonly name: string;
  /** How many rows, blocks or the like there are: where it stands on a growth curve. */
  readonly size?: number;
  /** Goes before each repeat, and is not timed. */
  readonly before?: (round: number) => unknown;
}

/** The harness times it; what it returns is awaited when it is a promise, and ignored. */
export interface TimedArm extends AnyArm {
  /** @param round - Counts from 0; warm-up rounds are negative. */
  readonly run: (round: number) => unknown;
}

/** It measures by itself. */
export interface MeasuringArm extends AnyArm {
  readonly measure: (round: number) => Figures | Promise<Figures>;
}

/** One of the things that are compared. */
export type Arm = TimedArm | MeasuringArm;

/** A number that is promised: a figure of one arm, or divided by that of another in the same round. */
export interface Promised {
  /** Name of an arm. */
  readonly of: string;
  /** Name of the arm to divide by; without it, the figure itself counts. */
  readonly to?: string;
  /** Unit of the figure. Default: the first one. */
  readonly figure?: string;
  /** What is promised; the run fails where it is not kept. */
  readonly atMost?: number;
  /** What is promised; the run fails where it is not kept. */
  readonly atLeast?: number;
  readonly aim?: number;
}

export interface Comparison {
  readonly title: string;
  readonly arms: readonly Arm[];
  readonly ratios?: readonly Promised[];
  /** `processor` times only the work of this thread: other load does not count, and neither does waiting. */
  readonly clock?: 'wall' | 'processor';
  /** A repeat calls an arm for so long, and its figure is the average of one call. Default: one call; 100 by `processor`. */
  readonly batchMs?: number;
  /** Rounds that are not counted. Default 2. */
  readonly warmUp?: number;
  /** Where one repeat is short: so many times as many as the run asks for, as far as they take less than half a minute. */
  readonly timesRepeats?: number;
  /** Where one repeat takes very long: not more than these, whatever the run asks for. */
  readonly maxRepeats?: number;
  /** What the size of the arms counts, such as `bots`. */
  readonly sizes?: string;
}

/** What a benchmark uses. */
export interface Bench<TOptions extends OptionSet = OptionSet> {
  readonly options: OptionValues<TOptions>;
  /** At least so many repeats count. */
  readonly repeats: number;
  /** Libraries that are installed for benchmarks alone. */
  readonly peers: Peers;
  /** An empty folder that is removed when the benchmark has ended. */
  readonly folder: () => string;
  /** Measures arms in turns, so that whatever else the machine does meets all of them alike. */
  readonly compare: (comparison: Comparison) => Promise<CaseResult>;
  /** Says something about what is measured, such as how many bytes there are. */
  readonly note: (text: string) => void;
  /** A check of what was done; the run fails where it does not hold. */
  readonly check: (text: string, holds: boolean) => void;
}

export interface Benchmark<TOptions extends OptionSet = OptionSet> {
  /** The name of its file. */
  readonly name: string;
  readonly chapter: Chapter;
  /** What is measured, and against what; a sentence or two. */
  readonly measures: string;
  readonly options: TOptions;
  /** Names of the packages that it compares with; they are installed before it runs. */
  readonly peers?: readonly string[];
  readonly run: (bench: Bench<TOptions>) => Promise<void>;
}

/** Declares a benchmark, with the types of its options. */
export function defineBenchmark<const TOptions extends OptionSet>(benchmark: Benchmark<TOptions>): Benchmark {
  return benchmark as unknown as Benchmark;
}
