import type { BrandConfiguration } from '@botwright/core';
import type { ConfigBrand } from './brand-schema.ts';

/** Gives a brand of the config file the names that the engine has for its members. */
export function toBrandConfiguration(brand: ConfigBrand): BrandConfiguration {
  const { channels, connected_accounts: accounts, ...same } = brand;
  return {
    ...same,
    ...(channels !== undefined && {
      channels: channels.map(({ webhook_url: webhookUrl, ...channel }) => ({
        ...channel,
        ...(webhookUrl !== undefined && { webhookUrl }),
      })),
    }),
    ...(accounts !== undefined && {
      connectedAccounts: accounts.map(({ scheduling_url: schedulingUrl, ...account }) => ({
        ...account,
        ...(schedulingUrl !== undefined && { schedulingUrl }),
      })),
    }),
  };
}
