import { expect, it } from 'vitest';
import { parseSource } from '../source/parse-source.ts';
import { findPowers } from './find-powers.ts';

it.for<readonly [string, readonly string[]]>([
  ['const t = Date.now();', ['clock Date.now']],
  ['const d = new Date();', ['clock new Date()']],
  ['const d = new Date(5); export const text = d.toISOString();', []],
  ['const r = Math.random() + Math.max(1, 2);', ['randomness Math.random']],
  ['setTimeout(f, 1);', ['timers setTimeout']],
  ['const later = setImmediate;', ['timers setImmediate']],
  ['const x = process.env.HOME;', ['process process']],
  ['const id = crypto.randomUUID();', ['randomness crypto']],
  ['const b = Buffer.from(x);', ['node Buffer']],
  ['type B = Buffer; const o = { process: 1 }; o.process;', []],
  ['export function f(process: string) { return process; }', []],
  ['const { performance } = given; performance.now();', []],
  ['const { now: clock } = performance;', ['clock performance']],
])('%s', ([text, uses]) => {
  const found = findPowers(parseSource('x.ts', text));
  expect(found.map(({ power, name }) => `${power} ${name}`)).toEqual(uses);
});
