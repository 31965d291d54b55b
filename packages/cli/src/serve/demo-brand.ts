import type { BrandConfiguration } from '@botwright/core';
import type { DemoTokens } from './greeting.ts';

/** What a server makes when nobody told it which brands there are. @spec SV6 */
export function demoBrand({ agent, channel }: DemoTokens): BrandConfiguration {
  return {
    name: 'demo',
    plan: 'professional',
    workspaces: [1],
    tokens: [{ token: agent, person: 1 }],
    channels: [
      { type: 'native', name: 'Website' },
      { type: 'apichat', name: 'Messenger', token: channel },
    ],
  };
}
