import { type BrandConfiguration, permissions } from '@botwright/core';
import { expect, it } from 'vitest';
import { warnOfLimitedTokens } from './warn-of-limited-tokens.ts';

type Token = BrandConfiguration['tokens'][number];

it.for<readonly [Token['permissions'], boolean]>([
  [undefined, false],
  [[...permissions], false],
  [[], false],
  [['view_bots'], true],
  [['view_bots', 'view_bots', 'edit_bots', 'view_integrations'], true],
])('[PL33] of a token with %j it warns: %j', ([given, isWarned]) => {
  const token = { token: 'a-token-of-acme-0001', person: 7, ...(given !== undefined && { permissions: given }) };
  const warnings: (readonly [object, string])[] = [];
  const logger = { warn: (members: object, message: string) => void warnings.push([members, message]) };
  warnOfLimitedTokens([{ name: 'acme', plan: 'starter', workspaces: [1], tokens: [token] }], logger);
  const warning = [{ brand: 'acme', person: 7, permissions: given }, expect.stringContaining('Platform API')];
  expect(warnings).toEqual(isWarned ? [warning] : []);
});

it.for<readonly [Token['workspaces'], boolean]>([
  [undefined, false],
  [[1], false],
  [[], true],
])('[CF26] of a token in the workspaces %j it warns: %j', ([workspaces, isWarned]) => {
  const token = { token: 'a-token-of-acme-0001', person: 7, ...(workspaces !== undefined && { workspaces }) };
  const warnings: (readonly [object, string])[] = [];
  const logger = { warn: (members: object, message: string) => void warnings.push([members, message]) };
  warnOfLimitedTokens([{ name: 'acme', plan: 'starter', workspaces: [1], tokens: [token] }], logger);
  expect(warnings).toEqual(isWarned ? [[{ brand: 'acme', person: 7 }, expect.stringContaining('in none')]] : []);
});
