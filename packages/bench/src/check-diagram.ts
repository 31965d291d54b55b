import { type CheckResult, checkDiagram, createCatalog, type Diagram } from '@botwright/core/diagram';
import { realisticDiagram } from './realistic-diagram.ts';

const rounds = 60;
const catalog = createCatalog();
const context = {
  catalog,
  channelFamily: 'native',
  linkedBots: new Map<number, { published: boolean }>(),
  connectedAccounts: new Set<string>(),
};

interface Cost {
  readonly parseMs: number;
  readonly checkMs: number;
}

/** Parses and checks a fresh text in turns, so that neither finds the other's leftovers; the median of each. */
function measure(text: string): Cost {
  const parse: number[] = [];
  const check: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const diagram = JSON.parse(text) as Diagram;
    const parsedAt = performance.now();
    const result = checkDiagram(diagram, context);
    const checkedAt = performance.now();
    expectClean(result);
    parse.push(parsedAt - startedAt);
    check.push(checkedAt - parsedAt);
  }
  return { parseMs: median(parse), checkMs: median(check) };
}

function expectClean({ total, violations }: CheckResult): void {
  if (total > 0) throw new Error(`The sample breaks rules: ${JSON.stringify(violations[0])}`);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

const costs = [1_000, 10_000].map((blocks) => {
  const text = JSON.stringify(realisticDiagram(blocks));
  const cost = measure(text);
  const perBlockNs = (cost.checkMs * 1e6) / blocks;
  console.log(
    `${blocks} blocks, ${(text.length / 1024).toFixed(0)} KiB: JSON.parse ${cost.parseMs.toFixed(2)} ms, ` +
      `all rules ${cost.checkMs.toFixed(2)} ms (${perBlockNs.toFixed(0)} ns a block), ` +
      `ratio ${(cost.checkMs / cost.parseMs).toFixed(2)}`,
  );
  return perBlockNs;
});
const [small = 0, large = 0] = costs;
console.log(`per block at 10,000 against 1,000: ratio ${(large / small).toFixed(2)}`);
