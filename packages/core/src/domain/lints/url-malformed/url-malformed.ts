import { isJsonList, isJsonObject, type JsonValue, ownMember } from '../../json/json-value.ts';
import { paramOf, placeOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI20 */
export const urlMalformed = lint('url-malformed', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    for (const place of kind?.definition.urls ?? []) {
      const [param = '', member] = place.split('/');
      for (const block of blocks) {
        const value = paramOf(block, param);
        if (member === undefined) {
          if (isMalformed(value)) report(block, describe, param, [], value);
          continue;
        }
        for (const [index, entry] of (isJsonList(value) ? value : []).entries()) {
          const url = isJsonObject(entry) ? ownMember(entry, member) : undefined;
          if (isMalformed(url)) report(block, describe, param, [index, member], url);
        }
      }
    }
  }
});

/** A fast path for most addresses: `URL` accepts any text after such a host, but takes much longer. */
const usual = /^https?:\/\/(?!.*xn--)(?:[a-z\d-]{1,63}\.){1,9}[a-z]{2,63}(?:[/?#]|$)/;

/** An address of only one reference is unknown until the block runs. */
const oneReference = /^\s*@\{[^{}]+\}\s*$/;

function isMalformed(url: JsonValue | undefined): url is string {
  return typeof url === 'string' && !usual.test(url) && url.trim() !== '' && !isUrlOfTheWeb(url);
}

function isUrlOfTheWeb(text: string): boolean {
  if (oneReference.test(text)) return true;
  try {
    return ['http:', 'https:'].includes(new URL(text.replace(/@\{[^{}]+\}/g, '0')).protocol);
  } catch {
    return false;
  }
}

function describe(block: Block, param: string, at: readonly (string | number)[], url: string): Finding {
  const hint = /^[\w-]+(?:\.[\w-]+)+(?:[/:?]|$)/.test(url) ? 'Write https:// before it.' : undefined;
  const [index, member = param] = at;
  const name = index === undefined ? `"${param}"` : `"${member}" of entry ${Number(index) + 1} of "${param}"`;
  return {
    message: `Block ${excerpt(block.key)}: ${name} is ${excerpt(url)}, which is not an http or https address.`,
    param,
    at: placeOf(block, param, at),
    ...(hint !== undefined && { hint }),
  };
}
