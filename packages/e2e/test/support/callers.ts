import type { BrandConfiguration } from '@botwright/core';

/** Agent tokens of the callers that the tests know. */
export const tokens = {
  /** Brand `acme`, workspaces 1 and 2, all permissions. */
  acme: 'token-of-acme-0001',
  /** Brand `acme`, only workspace 1. */
  acmeOne: 'token-of-acme-one-0001',
  /** Brand `acme`, may only view bots. */
  viewer: 'token-of-acme-viewer-0001',
  /** Brand `acme`, may edit bots and not view them. */
  blind: 'token-of-acme-blind-0001',
  /** Brand `acme`, may only view integrations. */
  integrations: 'token-of-acme-integrations-0001',
  /** Another person of `acme`. */
  colleague: 'token-of-acme-colleague-0001',
  /** Brand `globex`, workspace 1. */
  globex: 'token-of-globex-0001',
} as const;

export const brands: readonly BrandConfiguration[] = [
  {
    name: 'acme',
    plan: 'professional',
    workspaces: [1, 2],
    tokens: [
      { token: tokens.acme, person: 7 },
      { token: tokens.acmeOne, person: 8, workspaces: [1] },
      { token: tokens.viewer, person: 9, permissions: ['view_bots'] },
      { token: tokens.blind, person: 10, permissions: ['edit_bots'] },
      { token: tokens.colleague, person: 11 },
      { token: tokens.integrations, person: 12, permissions: ['view_integrations'] },
    ],
  },
  { name: 'globex', plan: 'business', workspaces: [1], tokens: [{ token: tokens.globex, person: 70 }] },
];
