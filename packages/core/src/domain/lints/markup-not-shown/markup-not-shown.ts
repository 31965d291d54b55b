import { isMarkdown } from '../../blocks/text-format.ts';
import { describeParam } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import type { Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';
import { marksIn, saidTexts } from '../said-texts.ts';

/** @spec RX12 */
export const markupNotShown = lint('markup-not-shown', 'warn', (index, _facts, report) => {
  for (const { block, param, text } of saidTexts(index)) {
    if (!(text.includes('**') || text.includes('](')) || isMarkdown(block.node.params)) continue;
    const mark = marksIn(text).find(({ t }) => t === 'b' || t === 'a');
    if (mark !== undefined) report(block, describe, param, mark.t);
  }
});

function describe(block: Block, param: string, mark: string): Finding {
  const shown = mark === 'a' ? 'a link as [label](address)' : 'strong text as **text**';
  return describeParam(block, param, `has ${shown}, which is shown as written`, 'Set the format to "markdown".');
}
