import { expect, it } from 'vitest';
import { escapeMarkdown } from './escape-markdown.ts';

it.for([
  ['@ann', '&#64;&#8203;ann'],
  ['#12', '&#35;&#8203;12'],
  ['@{name}', '&#64;{name}'],
  ['<b>|`', '&#60;b&#62;&#124;&#96;'],
  ['&#64;ann', '&#38;&#35;&#8203;64;ann'],
  ['a\u202eb\u001b', 'a\ufffdb\ufffd'],
] as const)('[LC16] %j becomes no markup and mentions nobody', ([text, escaped]) => {
  expect(escapeMarkdown(text)).toBe(escaped);
});
