import { hash } from 'node:crypto';

/** Secrets of the frozen data, of which stores have hashes. */
export const chatToken = 'token-of-the-shop-0001';
export const agentToken = 'token-of-an-agent-0001';
export const visitorToken = 'a'.repeat(32);
export const endedSession = hash('sha256', 'a session', 'hex');

/** What an application knows of a store that was filled. */
export interface Known {
  /** The state of a redirect to a provider, which was not answered yet. */
  readonly openState: string;
  /** All leases of the processes that filled the store have ended. */
  readonly endedAt: number;
}
