import type { ConversationRecord, VersionRecord } from '@botwright/core/ports';
import type { AccountConnectionRow, AccountRow, AttemptRow } from './account-rows.ts';
import type { BotRow } from './bot-row.ts';
import type { ChannelRow } from './channel-row.ts';
import type { CustomerRow } from './customer-row.ts';
import type { HookRow } from './hook-row.ts';

/** The columns of all tables with data of brands. */
interface OfBrand {
  readonly brand: string;
}

/** The columns of tables with data of a bot. */
interface OfBot extends OfBrand {
  readonly bot_id: string;
}

/**
 * The tables that every store has, with the same names and columns. Moments are milliseconds, flags 0 or 1, and lists
 * and objects JSON texts, so that keys keep their order.
 */
export interface Tables {
  readonly accounts: OfBrand & AccountRow;
  readonly account_connections: OfBrand & AccountConnectionRow;
  readonly authorization_attempts: OfBrand & AttemptRow;
  readonly bots: OfBrand & BotRow & { readonly created_key: string; readonly published_key: string };
  readonly key_check: { readonly one: number; readonly encrypted: string };
  readonly ended_sessions: { readonly hash: string; readonly expires_at: number };
  readonly brands: {
    readonly name: string;
    readonly plan: string;
    readonly workspaces: string;
    readonly agents: string;
    readonly connected_accounts: string | null;
    readonly is_removed: number;
  };
  readonly channels: OfBrand & ChannelRow;
  readonly conversations: OfBrand & {
    readonly customer_number: number;
    readonly state_json: ConversationRecord['stateJson'];
    readonly effects_json: string | null;
    readonly begin_at: string | null;
  };
  readonly customers: OfBrand & CustomerRow;
  /** Folded, only of live customers. */
  readonly customer_texts: OfBrand & {
    readonly number: number;
    readonly workspace: number;
    readonly channel: number;
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly token: string;
  };
  readonly drafts: OfBot & {
    readonly revision: number;
    readonly state_id: string | null;
    readonly violations_total: number;
    readonly bytes: number;
    readonly past_states: number;
    readonly past_bytes: number;
    /** The oldest past state; `null`: the oldest state in the table. */
    readonly oldest_revision: number | null;
  };
  readonly draft_states: OfBot & {
    readonly revision: number;
    readonly bytes: number;
    readonly edited_at: number;
    readonly edited_by: number;
    /** Empty if the text derives from another one. */
    readonly diagram_json: string;
    readonly change_json: string | null;
    /** The revision with the whole text from which this text derives; `null` if this revision has it. */
    readonly base_revision: number | null;
  };
  readonly draft_violations: OfBot & { readonly violations: string };
  readonly feedback: OfBot & {
    readonly enabled: number;
    readonly question: string;
    readonly positive_label: string;
    readonly negative_label: string;
    readonly comment_question: string;
    readonly thanks: string;
  };
  readonly hooks: OfBrand & HookRow;
  readonly messages: {
    readonly customer: number;
    readonly uuid: string;
    readonly seq: number;
    /** In microseconds, unlike other moments. */
    readonly at: number;
    readonly sender_type: string;
    readonly sender_id: number;
    readonly sender_name: string;
    readonly type: string;
    readonly data: string;
  };
  readonly requests: OfBrand & {
    readonly person: number;
    readonly path: string;
    readonly key: string;
    readonly fingerprint: string;
    readonly run: string;
    readonly lease_until: number;
    readonly settled_at: number | null;
    readonly answer: string | null;
  };
  readonly test_deployments: OfBot & {
    readonly id: string;
    readonly revision: number;
    readonly deployed_at: number;
    readonly deployed_by: number;
    readonly diagram_json: string;
  };
  readonly tokens: OfBrand & {
    readonly hash: string;
    readonly person: number;
    readonly permissions: string;
    readonly workspaces: string;
    readonly added_at_run_time: number;
  };
  readonly versions: OfBot & {
    readonly id: string;
    /** Set until the version is revealed. */
    readonly reserved_at: number | null;
    readonly name: string | null;
    readonly published_at: number;
    readonly published_by: number;
    readonly restored_from: string | null;
    readonly builder: VersionRecord['builder'];
    readonly channel: string | null;
    readonly required_tier: NonNullable<VersionRecord['requiredTier']> | null;
    readonly diagram_json: string;
  };
}
