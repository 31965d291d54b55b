import { outputsOf } from '../block-facts.ts';
import type { Link } from '../diagram-index.ts';
import { type Finding, lacksOutput, rule } from '../rule.ts';

/** @spec RU28 */
export const outputUnknown = rule('output_unknown', 'error', 'entries', ({ blocks }, _facts, report) => {
  for (const block of blocks) {
    if (block.leaving === undefined) continue;
    const outputs = outputsOf(block);
    if (outputs === undefined) continue;
    for (let link: Link | undefined = block.leaving; link !== undefined; link = link.nextLeaving) {
      if (outputs.has(link.connection.type)) continue;
      report(link, describe, outputs);
    }
  }
});

function describe(link: Link, outputs: ReadonlySet<string>): Finding {
  const { sourcePath, type: output } = link.connection;
  return {
    message: lacksOutput(sourcePath, output, outputs),
    output,
    at: ['type'],
  };
}
