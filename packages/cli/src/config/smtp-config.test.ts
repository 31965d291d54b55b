import { readInput } from '@botwright/core/inputs';
import { expect, it } from 'vitest';
import { configSchema } from './config-schema.ts';

const smtp = { host: 'smtp.example.com', from: 'bots@example.com' };

it.for<readonly [object, boolean]>([
  [smtp, true],
  [{ ...smtp, port: 2525, tls: 'none', user: 'a', password: 'b' }, true],
  [{ ...smtp, from: 'bots' }, false],
  [{ ...smtp, tls: 'maybe' }, false],
  [{ ...smtp, pass: 'b' }, false],
  [{ ...smtp, user: 'b' }, false],
  [{ ...smtp, port: 70_000 }, false],
  [{ from: 'bots@example.com' }, false],
])('[EM15] the smtp %j is taken: %j', ([given, isTaken]) => {
  expect(readInput(configSchema, { smtp: given }).ok).toBe(isTaken);
});
