import { describeParam, paramOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI20 */
export const urlMalformed = lint('url-malformed', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    for (const param of kind?.definition.urls ?? []) {
      for (const block of blocks) {
        const url = paramOf(block, param);
        if (typeof url !== 'string' || usual.test(url) || url.trim() === '' || isUrlOfTheWeb(url)) continue;
        report(block, describe, param, url);
      }
    }
  }
});

/** A fast path for most addresses: `URL` accepts any text after such a host, but takes much longer. */
const usual = /^https?:\/\/(?!.*xn--)(?:[a-z\d-]{1,63}\.){1,9}[a-z]{2,63}(?:[/?#]|$)/;

/** An address of only one reference is unknown until the block runs. */
const oneReference = /^\s*@\{[^{}]+\}\s*$/;

function isUrlOfTheWeb(text: string): boolean {
  if (oneReference.test(text)) return true;
  try {
    return ['http:', 'https:'].includes(new URL(text.replace(/@\{[^{}]+\}/g, '0')).protocol);
  } catch {
    return false;
  }
}

function describe(block: Block, param: string, url: string): Finding {
  const hint = /^[\w-]+(?:\.[\w-]+)+(?:[/:?]|$)/.test(url) ? 'Write https:// before it.' : undefined;
  return describeParam(block, param, `is ${excerpt(url)}, which is not an http or https address`, hint);
}
