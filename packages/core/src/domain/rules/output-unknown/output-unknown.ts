import type { CheckContext } from '../check-context.ts';
import { isBlock } from '../diagram-index.ts';
import { excerpt } from '../excerpt.ts';
import { createOutputLookup } from '../outputs.ts';
import type { Rule } from '../rule.ts';

const mostNamed = 10;

/** @spec RU28 */
export const outputUnknown: Rule<CheckContext> = {
  codes: ['output_unknown'],
  severity: 'error',
  begin: () => {
    const outputsOf = createOutputLookup();
    return {
      link: (link, report) => {
        const { source, connection } = link;
        if (source === undefined || !isBlock(source)) return;
        const outputs = outputsOf(source);
        if (outputs === undefined || outputs.has(connection.type)) return;

        report('output_unknown', () => ({
          message: `Block ${excerpt(source.key)} has no output ${excerpt(connection.type)}; ${list(outputs)}.`,
          output: connection.type,
          at: ['type'],
        }));
      },
    };
  },
};

function list(outputs: ReadonlySet<string>): string {
  if (outputs.size === 0) return 'it has none';
  const named = [...outputs].slice(0, mostNamed).map(excerpt).join(', ');
  return outputs.size > mostNamed ? `it has ${named} and ${outputs.size - mostNamed} more` : `it has ${named}`;
}
