import { parentPort } from 'node:worker_threads';
import { type FixedWork, startFixedWork } from './fixed-work.ts';
import { type NeighbourServer, startNeighbour } from './neighbour.ts';
import { type Pulse, startPulse } from './pulse.ts';

/** The requests to a watcher, which it answers in order. */
export type Question =
  | { readonly ask: 'receiver' }
  | { readonly ask: 'follow'; readonly healthUrl: string; readonly server: NeighbourServer }
  | { readonly ask: 'leave' }
  | { readonly ask: 'begin' }
  | { readonly ask: 'stretch' };

/** The figures of a server over a period, in milliseconds. */
export interface Stretch {
  /** The longest time without an answer of `/healthz`. */
  readonly silence: number;
  readonly replies: readonly number[];
  readonly hooks: readonly number[];
  /** Processor time of pieces of fixed work. */
  readonly work: readonly number[];
}

/**
 * The thread that watches a server: the attacks run in another one, so that the load of the attacks does not
 * affect the measurements.
 */
const neighbour = await startNeighbour();
let pulse: Pulse | undefined;
let work: FixedWork | undefined;

async function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'receiver':
      return neighbour.receiverUrl;
    case 'follow':
      await neighbour.follow(question.server);
      pulse = startPulse(question.healthUrl);
      work = startFixedWork();
      return undefined;
    case 'leave':
      neighbour.leave();
      pulse?.stop();
      work?.stop();
      return undefined;
    case 'begin':
      neighbour.begin();
      pulse?.begin();
      work?.begin();
      return undefined;
    case 'stretch':
      return {
        silence: pulse?.silence() ?? Number.NaN,
        ...neighbour.times(),
        work: work?.times() ?? [],
      } satisfies Stretch;
  }
}

parentPort?.on('message', async (question: Question) => parentPort?.postMessage(await answer(question)));
