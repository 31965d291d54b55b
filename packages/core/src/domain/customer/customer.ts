import type { Fields } from '../field/field.ts';
import type { EpochMs } from '../time/epoch-ms.ts';

/** Somebody who writes on one channel, and what is known of them. */
export interface Customer {
  /** Unique in the installation. */
  readonly number: number;
  readonly channelNumber: number;
  /** What a middleware calls them; APIchat channels alone have it. */
  readonly token?: string;
  /** Empty while it is not known, like `email` and `phone`. */
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Who talks to them: an agent, a bot, or neither. Never both. */
  readonly agentId?: number;
  readonly botId?: string;
  readonly archived: boolean;
  readonly blocked: boolean;
  readonly optIn: boolean;
  readonly registerDate: EpochMs;
  /** Messages of theirs since an agent wrote last. */
  readonly unread: number;
  /** To the microsecond. */
  readonly lastMessageAt?: EpochMs;
  /** Of the last message; 0 before the first. */
  readonly lastSeq: number;
  readonly fields: Fields;
}

/** Members to write; `undefined` clears one, a member left out stays. */
export interface CustomerChange {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly agentId?: number | undefined;
  readonly botId?: string | undefined;
  readonly archived?: boolean;
  readonly blocked?: boolean;
  readonly optIn?: boolean;
  readonly unread?: number;
  readonly lastMessageAt?: EpochMs;
  readonly lastSeq?: number;
  readonly fields?: Fields;
}
