import { expect, it } from 'vitest';
import { parseSource } from '../source/parse-source.ts';
import { checkSource } from './check-habits.ts';

const untyped = 'The exported function f does not say its return type.';
const state = 'State at module level is shared by every engine of the process: keep it in a closure.';

it.for<readonly [string, readonly string[]]>([
  ['export function f(): void {}', []],
  ['export function f() {}', [untyped]],
  ['export const f = () => 1;', [untyped]],
  ['export const f = (): number => 1;', []],
  ['export const f: Fold = () => 1;', []],
  ['function f() {}', []],
  ['let count = 0;', [state]],
  ['export let count = 0;', [state]],
  ['export const count = 0;', []],
])('%s', ([text, messages]) => {
  expect(checkSource(parseSource('x.ts', text)).map(({ message }) => message)).toEqual(messages);
});
