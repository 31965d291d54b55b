import { renderBound, renderNumber, renderSpread } from '../harness/render-text.ts';
import type { BenchmarkResult, Outcome, RatioResult } from '../harness/result.ts';

/** Ratios of one benchmark with the same bounds, and the one among them that is nearest to them or beyond. */
export interface PromisedGroup {
  readonly benchmark: string;
  readonly title: string;
  readonly ratio: RatioResult;
  readonly bound: string;
  readonly cases: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** 1 is just at the bound; below is better. */
  readonly share: number;
}

/** Groups the promises, in the order of the run. */
export function groupPromises(results: readonly BenchmarkResult[]): readonly PromisedGroup[] {
  return results.flatMap(({ name, cases }) => {
    const promised = cases.flatMap(({ title, ratios }) =>
      ratios.filter(({ outcome }) => outcome !== 'none').map((ratio) => ({ title, ratio })),
    );
    const groups = Map.groupBy(promised, ({ ratio }) =>
      [renderBound(ratio), ratio.to === undefined ? ratio.figure : ''].join(),
    );
    return [...groups.values()].flatMap((group) => {
      const [worst] = group.toSorted((a, b) => shareOf(b.ratio) - shareOf(a.ratio));
      if (worst === undefined) return [];
      const outcomes: Record<Outcome, number> = { reached: 0, kept: 0, missed: 0, none: 0 };
      for (const { ratio } of group) outcomes[ratio.outcome] += 1;
      const { title, ratio } = worst;
      const bound = renderBound(ratio);
      return [{ benchmark: name, title, ratio, bound, cases: group.length, outcomes, share: shareOf(ratio) }];
    });
  });
}

function shareOf({ value: { median }, atMost, atLeast, aim }: RatioResult): number {
  if (atLeast !== undefined) return atLeast / median;
  return median / (atMost ?? aim ?? Number.NaN);
}

export function renderPromiseRow({ benchmark, title, ratio, bound, cases, outcomes }: PromisedGroup): string {
  const { of, to, figure, value } = ratio;
  const quantity = to === undefined ? `${of}, ${figure}` : `${of} ÷ ${to}`;
  const parts = (['reached', 'kept', 'missed'] as const)
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => (cases === 1 ? outcome : `${outcome} ${renderNumber(outcomes[outcome])}`));
  const outcome = outcomes.missed > 0 ? `**${parts.join(', ')}**` : parts.join(', ');
  const cells = [`[${benchmark}](#${benchmark})`, cases, `${title}: ${quantity}`, renderSpread(value), bound, outcome];
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}
