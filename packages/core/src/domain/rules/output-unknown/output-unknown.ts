import { outputsOf } from '../block-facts.ts';
import type { Link } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

const mostNamed = 10;

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
    message: `Block ${excerpt(sourcePath)} has no output ${excerpt(output)}; it has ${list(outputs)}.`,
    output,
    at: ['type'],
  };
}

function list(outputs: ReadonlySet<string>): string {
  if (outputs.size === 0) return 'none';
  const named = [...outputs].slice(0, mostNamed).map(excerpt).join(', ');
  return outputs.size > mostNamed ? `${named} and ${outputs.size - mostNamed} more` : named;
}
