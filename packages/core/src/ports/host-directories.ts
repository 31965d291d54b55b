import type { PlanTier } from '../domain/blocks/block-definition.ts';

/** Finds out which external accounts a brand has connected. */
export interface AccountDirectory {
  /**
   * Called for the accounts that blocks of a diagram name, when the diagram is checked.
   *
   * @returns The members of `accountIds` that are connected accounts of this brand and kind.
   */
  findConnected(brand: string, kind: string, accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A person who answers customers. `id` is unique in the brand. */
export interface Agent {
  /** By which customers are assigned; an integer from 1. */
  readonly id: number;
  /** May be empty, like the email. */
  readonly name: string;
  /** May be empty. */
  readonly email: string;
}

/** Finds the agents of a brand: the persons whom customers can be assigned to. */
export interface AgentDirectory {
  /** Called outside every transaction. @returns `undefined` when the brand has no agent with this id. */
  findAgent(brand: string, id: number): Promise<Agent | undefined>;
}

/**
 * Finds out which plan a brand has. Called outside every transaction, before each message and each delivery attempt.
 */
export interface PlanSource {
  /** When it rejects before a delivery attempt, the delivery is tried later; before a message, the message is not sent. */
  planOf(brand: string): Promise<PlanTier>;
}
