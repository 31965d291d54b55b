import type { PlanTier } from '../domain/blocks/block-definition.ts';

/** Tells what brands pay for. Asked outside every transaction, before each message and each attempt to deliver one. */
export interface PlanSource {
  /** A rejection of an attempt's question leaves the delivery for later; of a message's, the message unsaid. */
  planOf(brand: string): Promise<PlanTier>;
}
