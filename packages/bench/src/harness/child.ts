import { importBenchmark } from './find-benchmarks.ts';
import { type RunRequest, runBenchmark } from './run-benchmark.ts';
import type { ChildMessage } from './run-in-child.ts';

/** The process of one benchmark: gets its name and options, and sends its results to its parent. */
const [name = '', text = '{}'] = process.argv.slice(2);

const send = (message: ChildMessage, onSent?: () => void): void => {
  process.send?.(message, undefined, undefined, onSent);
};
// The parent has ended.
process.on('disconnect', () => process.exit(1));
const result = await runBenchmark(await importBenchmark(name), JSON.parse(text) as RunRequest, {
  onCase: (each) => send({ kind: 'case', result: each }),
  onNote: (note) => send({ kind: 'note', note }),
});
send({ kind: 'end', result }, () => process.exit(0));
