import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resolveLimits } from '@botwright/core';
import { defaultLimits } from '@botwright/core/runner';
import { defaultDiscardBounds } from '@botwright/http';
import { defaultVisitorLimits } from '@botwright/http/web-chat';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { visitorLimits } from '../src/config/visitor-limits.ts';
import { headLimits, timeLimits } from '../src/serve/bind-server.ts';
import { defaultMaxConnections } from '../src/serve/serve-options.ts';

const page = readFileSync(fileURLToPath(new URL('../../../docs/guide/limits.md', import.meta.url)), 'utf8');
const units: Readonly<Record<string, number>> = { KiB: 1_024, MiB: 1_048_576, s: 1_000, min: 60_000, d: 86_400_000 };

/** The options in the tables of the page, with their numbers. */
const shown = new Map(
  [...page.matchAll(/^\| `([\w.-]+)` \| ([\d,]+) ?(\S*)/gm)].map(([, name = '', figure = '', unit = '']) => [
    name,
    Number(figure.replaceAll(',', '')) * (units[unit] ?? 1),
  ]),
);

function nested(limits: object, prefix = ''): readonly (readonly [string, number])[] {
  return Object.entries(limits).flatMap(([name, value]) =>
    typeof value === 'object' ? nested(value, `${name}.`) : [[`${prefix}${name}`, value] as const],
  );
}

it('[CF29] every limit of the web chat is a member of the config', () => {
  const names = [
    ...Object.keys(defaultVisitorLimits),
    ...Object.keys(resolveLimits()).filter((name) => /visitor/i.test(name)),
  ];
  const config = Object.fromEntries(
    names.map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), 7]),
  );
  expect(v.parse(visitorLimits, config)).toEqual(Object.fromEntries(names.map((name) => [name, 7])));
});

const { connectionsCheckingInterval: _, ...timeouts } = timeLimits;

it.for([
  ['the engine', nested(resolveLimits())],
  ['the runner', nested(defaultLimits)],
  ['the adapters', nested(defaultDiscardBounds, 'discard.')],
  ['the web chat', nested(defaultVisitorLimits, 'visitors.')],
  ['the server', [...nested({ ...timeouts, ...headLimits }), ['--max-connections', defaultMaxConnections] as const]],
] as const)('the page of limits has every limit of %s with its default', ([, limits]) => {
  expect(Object.fromEntries(limits.map(([name]) => [name, shown.get(name)]))).toEqual(Object.fromEntries(limits));
});
