import type { BrandConfiguration } from '@botwright/core';

/** What a server makes when nobody told it which brands there are. @spec SV6 */
export function demoBrand(token: string): BrandConfiguration {
  return { name: 'demo', plan: 'professional', workspaces: [1], tokens: [{ token, person: 1 }] };
}
