import type { HostBlock } from '../domain/blocks/block-definition.ts';
import type { ChannelFamily } from '../domain/channel.ts';
import type { ConversationRunner } from '../domain/conversation/step.ts';
import type { RetryOptions } from '../domain/delivery/retry-policy.ts';
import type { OwnRule } from '../domain/own-rules/own-rule.ts';
import type { ChannelDeployer } from '../ports/channel-deployer.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { EffectHost } from '../ports/effect-host.ts';
import type { FileStore } from '../ports/file-store.ts';
import type { AccountDirectory, AgentDirectory, PlanSource } from '../ports/host-directories.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Storage } from '../ports/storage.ts';
import type { Tracer } from '../ports/tracer.ts';
import type { Transport } from '../ports/transport.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { ConnectedAccountOptions } from './accounts/account-providers.ts';
import type { ServedBrands } from './brand-gate.ts';
import type { JournalOptions } from './conversations/journals.ts';
import type { EventActor } from './events/engine-events.ts';
import type { EngineLimits } from './limits.ts';
import type { Policy } from './policy/policy.ts';
import type { StorageChange } from './storage-outages.ts';

export interface KeepEventsOptions {
  /** The age in milliseconds at which `sweep` removes an event, even if a subscriber has not read it. */
  readonly forMs: number;
  /** Milliseconds between two looks for events of other processes. Default 500. */
  readonly pollMs?: number;
  /** The actors whose events are stored. Default: all. */
  readonly by?: readonly EventActor['kind'][];
}

/**
 * Ports, rules and limits of an engine. Only `storage` is required; each other port has a default, or switches a
 * feature on.
 */
export interface EngineOptions {
  /** Such as `memoryStorage()` of `@botwright/core/memory`, or a store of `@botwright/storage`. */
  readonly storage: Storage;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  /** Default: the machine's timers. */
  readonly timer?: Timer;
  /** Default: random ids and secrets from the platform's cryptography. */
  readonly ids?: IdSource;
  /**
   * Blocks of the host, in addition to the shipped ones: results of `defineBlock` of `@botwright/core/runner`, or only
   * definitions if there is no runner. The runner needs the same blocks.
   */
  readonly blocks?: readonly HostBlock[];
  /**
   * Rules of the host, made with `defineRule`: a bot that breaks one can be neither tested nor published. @spec RU59
   */
  readonly ownRules?: readonly OwnRule[];
  /** Channel families of the host, in addition to the shipped ones: names, or whole descriptions. @spec CH32 */
  readonly channelFamilies?: readonly (string | ChannelFamily)[];
  /** Prepares channels outside the engine. Default: nothing to prepare. */
  readonly channelDeployer?: ChannelDeployer;
  /** Default: the accounts connected here and the accounts that the configuration declares. */
  readonly accounts?: AccountDirectory;
  /** Default: the agents and the persons of tokens that are stored. */
  readonly agents?: AgentDirectory;
  /** Absent: the host has integers as ids of persons. */
  readonly identities?: undefined;
  /** Default: one with a random key. A durable store needs a cipher: without one, each use of a secret throws. */
  readonly cipher?: Cipher;
  /** Default: the plans of the configuration. */
  readonly plans?: PlanSource;
  /** Sends deliveries, and checks addresses before they are stored. Default: none, and every http(s) address is accepted. */
  readonly sender?: WebhookSender;
  /**
   * Deliver messages of bots and agents to customers of a channel family in this process, by the name of the family: one
   * of `channelFamilies`, a new one, `msgapp` or `facebook`. Set them for every process on the store. Default: none.
   */
  readonly transports?: Readonly<Record<string, Transport>>;
  /** When deliveries are retried. */
  readonly retry?: RetryOptions;
  /** The word before `/webhooks` in the user agent of deliveries and of `webhook` blocks, without spaces. Default `botwright`. */
  readonly userAgentBrand?: string;
  /** How long finished deliveries stay stored, in milliseconds. Default 30 days. */
  readonly deliveryLifeMs?: number;
  /**
   * Stores each event in the commit of its change, for named subscribers and for those of scope `all`. Set it for every
   * process on the store. Default: no event is stored.
   */
  readonly keepEvents?: KeepEventsOptions;
  /**
   * Stores the inputs and outcomes of each live conversation in the commit of its steps, so that `botwright replay` can
   * repeat it on a draft. Set it for every process on the store. Default: nothing is stored, and `sweep` removes the rest.
   */
  readonly journal?: JournalOptions;
  /** Providers whose accounts can be connected, for bots to use. Default: none. */
  readonly connectedAccounts?: ConnectedAccountOptions;
  /**
   * Runs conversations, such as `conversationRunner()` of `@botwright/core/runner`. Default: messages are stored, and no bot
   * responds.
   */
  readonly runner?: ConversationRunner;
  /**
   * Carries out effects of bots outside the engine, or leaves them to the engine, which handles effects of
   * `connectedAccounts`. An effect that nobody handles fails, except a booking, which counts as done.
   */
  readonly effects?: EffectHost;
  /**
   * Stores the files that visitors upload in the web chat, such as `diskFileStore()` of `@botwright/storage/disk`.
   * Default: visitors cannot upload files, and answer with the address of one.
   *
   * @spec FS20
   */
  readonly files?: FileStore;
  /**
   * Shows each text of a bot in the web chat after this time for each of its characters, in milliseconds, up to 1000, and
   * after `most_ms` at most, up to 25,000; the bot seems to type until then. Default: at once.
   *
   * @spec WT50, WT51, WT52
   */
  readonly typingDelay?: { readonly per_character_ms: number; readonly most_ms: number };
  /** Sends the mails of bots, such as `smtpMailer` of `@botwright/email-smtp`. Default: a block `send_email` fails. */
  readonly mailer?: Mailer;
  /** The sender's address of mails: one, or one for each brand; mails of a brand without one fail. Needed with `mailer`. */
  readonly mailFrom?: string | ((brand: string) => string | undefined);
  /**
   * The language models that bots may ask, by the names of 1 to 100 characters that blocks give. Set them for every
   * process on the store. Default: none, and a block `language_model` fails.
   */
  readonly models?: Readonly<Record<string, LanguageModel>>;
  /** Sizes and counts that a host may raise or lower. Absent members have their defaults. */
  readonly limits?: Partial<EngineLimits>;
  /**
   * Allows or refuses each command that the rules allow: quotas, approvals, freezing. It is asked once, with the facts
   * of the decision. Its refusal reaches the caller as an `EngineError`. Default: everything is allowed.
   */
  readonly policy?: Policy;
  /**
   * The brands whose principals are served. `'declared'`: the brands of `configure` and `brands.put`. A function: those for
   * which it is true; it is called for each use-case, outside of transactions. Principals of other brands get
   * `not_authenticated`. Default: all.
   */
  readonly brands?: ServedBrands;
  /**
   * Makes spans of use-cases, steps of conversations and attempts of deliveries, such as `openTelemetryTracer()` of
   * `@botwright/core/opentelemetry`. Default: none.
   */
  readonly tracer?: Tracer | undefined;
  /**
   * Called with the fault when any request of this engine finds the storage unavailable, and when the storage answers
   * again: for a log, or a status page. Errors that it throws are ignored.
   */
  readonly onStorageChange?: (change: StorageChange) => void;
}
