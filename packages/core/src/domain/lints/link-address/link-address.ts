import { isMarkdown } from '../../blocks/text-format.ts';
import { describeParam } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';
import { marksIn, saidTexts } from '../said-texts.ts';

/** @spec RX13 */
export const linkAddress = lint('link-address', 'warn', (index, _facts, report) => {
  for (const { block, param, text } of saidTexts(index)) {
    if (!text.includes('](') || !isMarkdown(block.node.params)) continue;
    const link = marksIn(text).find((mark) => mark.t === 'a' && !isAddress(mark.address));
    if (link?.t === 'a') report(block, describe, param, link.address);
  }
});

/** An address that is one reference is not known until the block runs. */
function isAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:|@\{[^{}]*\}$)/i.test(address);
}

function describe(block: Block, param: string, address: string): Finding {
  const hint = /^[\w-]+(?:\.[\w-]+)+(?:[/:?]|$)/.test(address) ? 'Write https:// before it.' : undefined;
  const says = `links to ${excerpt(address)}, which is not an address of http, https, mailto or tel`;
  return describeParam(block, param, says, hint);
}
