import type { BrandConfiguration } from '@botwright/core';
import type { ConfigBrand } from './brand-schema.ts';

/** Turns a brand of the config file into what the engine takes: its members have other names there. */
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
