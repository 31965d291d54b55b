import type { BrandConfiguration } from '@botwright/core';
import type { DemoTokens } from './start-up-message.ts';

/** The brand that a first start makes when the config names none. @spec SV6 */
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
