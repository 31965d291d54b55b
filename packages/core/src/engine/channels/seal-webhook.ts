import type { ChannelWebhook } from '../../ports/channel-store.ts';
import type { Parts } from '../scope.ts';
import { secretContext } from '../secrets/secret-context.ts';

/** @spec CH10, SX9 */
export function sealWebhook({ secrets }: Pick<Parts, 'secrets'>, brand: string, url: string): ChannelWebhook {
  return { sealedUrl: secrets.seal(url, secretContext('channel-webhook', brand)), origin: new URL(url).origin };
}
