import { placeOf } from '../../rules/block-facts.ts';
import { readParam } from '../../rules/block-kind.ts';
import { type Block, paramsOf } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';

const id = 'url-malformed';

/** @spec LI20 */
export const urlMalformed: Lint = {
  id,
  check: ({ groups }, _facts, report) => {
    for (const { kind, blocks } of groups) {
      const urls = kind?.definition.urls;
      if (urls === undefined) continue;
      for (const block of blocks) {
        const set = paramsOf(block);
        for (const param of set === undefined ? [] : urls) {
          const url = set && readParam(set, block.node.params, param);
          if (typeof url !== 'string' || usual.test(url) || url.trim() === '' || isUrlOfTheWeb(url)) continue;
          report({ code: id, on: block, describe, subject: { block, param, url } });
        }
      }
    }
  },
};

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

interface Subject {
  readonly block: Block;
  readonly param: string;
  readonly url: string;
}

function describe({ block, param, url }: Subject): Finding {
  return {
    message: `Block ${excerpt(block.key)}: "${param}" is ${excerpt(url)}, which is not an http or https address.`,
    param,
    at: placeOf(block, param),
    ...(/^[\w-]+(?:\.[\w-]+)+(?:[/:?]|$)/.test(url) && { hint: `Write https:// before it.` }),
  };
}
