import { expect, it } from 'vitest';
import { typingHelp } from './typing-help.ts';
import type { ExpectedInput } from './wire.ts';

it.for<readonly [ExpectedInput | undefined, string, string | undefined]>([
  [undefined, 'text', undefined],
  [{ kind: 'text' }, 'text', undefined],
  [{ kind: 'constructor' }, 'text', undefined],
  [{ kind: 'name' }, 'text', 'name'],
  [{ kind: 'email' }, 'email', 'email'],
  [{ kind: 'phone' }, 'tel', 'tel'],
  [{ kind: 'url' }, 'url', 'url'],
  [{ kind: 'file' }, 'url', undefined],
  [{ kind: 'number' }, 'text', undefined],
  [{ kind: 'number', min: -1 }, 'text', undefined],
  [{ kind: 'number', min: 0 }, 'decimal', undefined],
])('[QN18] for %j the keyboard is %s, and the stored value %s', ([expects, inputMode, autoComplete]) => {
  const help = typingHelp(expects);
  expect([help.inputMode, help.autoComplete]).toEqual([inputMode, autoComplete]);
});
