import type { Transport } from '@botwright/core/ports';

/**
 * How the platform treats requests. `busy`: it cannot take them now. `silent`: it does not answer. `refusing`: it will
 * never take them, such as from a customer who has blocked the bot.
 */
type PlatformMood = 'well' | 'busy' | 'silent' | 'refusing';

/** A transport on a pretended platform. */
export interface TransportSubject {
  /** The subject of the contract, connected to the platform. */
  readonly transport: Transport;
  /** Token of a customer whom the platform knows. */
  readonly token: string;
  /** The texts that the customer got, in order; of other content anything, one entry or more for each message. */
  shown(): readonly string[];
  /** Treats later requests so. The first mood is `well`. */
  setMood(mood: PlatformMood): void;
  /** Ends the platform. */
  close?(): void | Promise<void>;
}
