import { checkDiagram, createCatalog, type Diagram } from '@botwright/core/diagram';
import { do_not_optimize as keep, measure } from 'mitata';
import { realisticDiagram } from './realistic-diagram.ts';

/**
 * Processor time of this thread in nanoseconds: on a busy machine the clock would include other processes. It advances
 * in coarse steps, so only the average of many runs is meaningful.
 */
const options = {
  now: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) * 1_000;
  },
  min_cpu_time: 4e9,
};
const context = {
  catalog: createCatalog(),
  channelFamily: 'native',
  linkedBots: new Map<number, { readonly published: boolean }>(),
  connectedAccounts: new Set<string>(),
};

/** Checks a newly parsed diagram each time, because hashes and shapes of a checked one are cached. */
async function measureCheck(text: string): Promise<number> {
  const { avg } = await measure(function* () {
    yield { 0: () => JSON.parse(text), bench: (diagram: Diagram) => keep(checkDiagram(diagram, context)) } as never;
  }, options);
  return avg;
}

async function measureParse(text: string): Promise<number> {
  const { avg } = await measure(() => keep(JSON.parse(text)), options);
  return avg;
}

interface Cost {
  readonly parse: number;
  readonly check: number;
}

const perBlock: Cost[] = [];
for (const blocks of [1_000, 10_000]) {
  const diagram = realisticDiagram(blocks);
  const { total, violations } = checkDiagram(diagram as unknown as Diagram, context);
  if (total > 0) throw new Error(`The sample breaks a rule: ${violations[0]?.message}`);

  const text = JSON.stringify(diagram);
  const parse = await measureParse(text);
  const check = await measureCheck(text);
  perBlock.push({ parse: parse / blocks, check: check / blocks });
  console.log(
    `${blocks} blocks, ${(text.length / 1024).toFixed(0)} KiB: JSON.parse ${(parse / 1e6).toFixed(2)} ms, ` +
      `all rules ${(check / 1e6).toFixed(2)} ms, ratio ${(check / parse).toFixed(2)}`,
  );
}

const [small, large] = perBlock;
if (small === undefined || large === undefined) throw new Error('Nothing was measured.');
console.log(
  `per block: ${small.check.toFixed(0)} ns at 1,000, ${large.check.toFixed(0)} ns at 10,000, ` +
    `ratio ${(large.check / small.check).toFixed(2)} (that of JSON.parse: ${(large.parse / small.parse).toFixed(2)})`,
);
