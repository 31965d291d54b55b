// Written from the operation table of the interface by test/generated.test.ts: `vitest run -u` writes it again.

import type { CallOptions, CallTable, ConditionalOptions, MinimalOptions, RepeatableOptions, Tagged } from '../call-table.ts';
import type { Pages } from '../pages.ts';

/** A connected account at a provider, by the id that the other methods take. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

/** An attempt to connect an account, until its link was answered or expired. */
export interface AccountConnection {
  readonly id: string;
  readonly status: 'pending' | 'connected' | 'declined' | 'expired';
  readonly account_id?: string;
  /** Fifteen minutes after the start. */
  readonly expires_at: string;
}

/** A kind of block: its params, its outputs, and the plans and channel families that have it. */
export interface Block {
  /** Semantic name, which block-level writes take. */
  readonly name: string;
  /** Storage name, which a stored node has. */
  readonly template: string;
  readonly title: string;
  readonly description: string;
  readonly group: string;
  readonly can_be_welcome: boolean;
  readonly waits: boolean;
  readonly variants: readonly ({
    /** The params that pick this variant; empty when the block has one shape. */
    readonly selector: readonly ({
      readonly param: string;
      readonly values: readonly unknown[];
    })[];
    readonly params: readonly ({
      readonly name: string;
      readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any';
      readonly required: boolean;
      readonly has_default: boolean;
      readonly default?: unknown;
      readonly rules: {
        readonly pattern?: string;
        readonly min_length?: number;
        readonly max_length?: number;
        readonly enum?: readonly unknown[];
        readonly min?: number;
        readonly max?: number;
        readonly min_items?: number;
        readonly max_items?: number;
        readonly non_empty?: boolean;
      };
      /** The param counts only while another has one of these values. */
      readonly read_when?: {
        readonly param: string;
        readonly values: readonly unknown[];
      };
      readonly description: string;
    })[];
    /** The fixed outputs. */
    readonly outputs: readonly string[];
    /** Outputs made of the entries of a list param: the prefix, then the member. */
    readonly output_derivations: readonly ({
      readonly param: string;
      readonly each: string;
      readonly prefix: string;
    })[];
    /** The plan tier that the block needs. */
    readonly required_tier: 'sandbox' | 'starter' | 'professional' | 'business';
    /** The families it runs on; left out: all. */
    readonly channel_restriction?: readonly string[];
  })[];
}

/** A bot of a brand, without its diagrams. */
export interface Bot {
  readonly id: string;
  /** Unique across all brands; bot_link blocks store it. */
  readonly number: number;
  /** 1 to 50 characters. */
  readonly name: string;
  /** The workspace that the bot belongs to. */
  readonly workspace: number;
  /** Such as native, msgapp, facebook or apichat. */
  readonly channel_family: string;
  /** Whether the bot is in the trash. */
  readonly state: 'active' | 'trashed';
  /** The channels that visitors reach the bot on. */
  readonly channels: readonly string[];
  /** The channel that the author tests the draft on. */
  readonly test_channel: string;
  readonly created_at: string;
  /** Moves on every draft write. */
  readonly edited_at: string;
  /** When the live version went out. */
  readonly published_at?: string;
  /** When the bot was moved to the trash. */
  readonly trashed_at?: string;
  /** The highest plan tier among the blocks of the live version. */
  readonly required_tier?: 'sandbox' | 'starter' | 'professional' | 'business';
}

/** Blocks and the connections between them, stored as sent. Unknown members are stored too. */
export interface Diagram {
  readonly nodes: {
    readonly [name: string]: unknown;
  };
  readonly connections: {
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

/** The diagram that is being edited, with its violations. */
export interface Draft {
  readonly diagram: Diagram;
  /** IS_NOT_VALID while any violation stands. */
  readonly save_state: 'IS_PRESAVED' | 'IS_NOT_VALID';
  /** The violations that the last write recorded, not a fresh check. */
  readonly violations: readonly Violation[];
  /** How many violations there are; only there when they are more than those listed. */
  readonly violations_total?: number;
  /** When the draft was last written. */
  readonly edited_at: string;
}

export interface DraftRevision {
  readonly revision: number;
  readonly edited_at: string;
  readonly edited_by: number;
  /** The program that wrote it for the person. */
  readonly by?: string;
  readonly diagram: Diagram;
}

export interface EditedDraft {
  readonly diagram?: Diagram;
  /** IS_NOT_VALID while any violation stands. */
  readonly save_state: 'IS_PRESAVED' | 'IS_NOT_VALID';
  /** The violations that the last write recorded, not a fresh check. */
  readonly violations: readonly Violation[];
  /** How many violations there are; only there when they are more than those listed. */
  readonly violations_total?: number;
  /** When the draft was last written. */
  readonly edited_at: string;
  /** The connections that the edit took away, whole. */
  readonly removed_connections: readonly ({
    readonly [name: string]: unknown;
  })[];
}

export interface EventType {
  /** Its name at the provider. */
  readonly name: string;
  readonly scheduling_url: string;
  /** How long a booking lasts. */
  readonly duration_minutes: number;
}

/** Whether visitors are asked for feedback at the end, and the wording. */
export interface Feedback {
  readonly enabled: boolean;
  /** A text that visitors see. */
  readonly question: string;
  /** A text that visitors see. */
  readonly positive_label: string;
  /** A text that visitors see. */
  readonly negative_label: string;
  /** A text that visitors see. */
  readonly comment_question: string;
  /** A text that visitors see. */
  readonly thanks: string;
}

export interface JournaledConversation {
  readonly customer_id: number;
  /** Milliseconds since 1970; names it among the conversations of the customer. */
  readonly begun_at_ms: number;
  readonly start: {
    /** Its id, on which choices by chance depend. */
    readonly conversation: string;
    readonly turn: number;
    readonly wordings?: readonly unknown[];
    /** The version that held it. */
    readonly version?: string;
    /** The Fields of the customer, each with its type; absent if they were too long. */
    readonly fields?: {
      readonly [name: string]: unknown;
    };
  };
  readonly steps: readonly ({
    readonly input: {
      readonly kind: 'start' | 'message' | 'outcome' | 'jump' | 'timeout' | 'taken_over' | 'closed' | 'redacted_message' | 'redacted_outcome' | 'cut';
      /** Of a start: the first block, if it is not the greeting. */
      readonly block?: string;
      /** The words, file or place of the visitor, or the pressed button. */
      readonly message?: {
        readonly [name: string]: unknown;
      };
      /** The outcome of the effect that the bot waited for. */
      readonly outcome?: {
        readonly [name: string]: unknown;
      };
    };
    /** Milliseconds since the beginning of the conversation. */
    readonly after: number;
    /** A digest of everything said until then; absent after a redaction. */
    readonly said?: number;
    /** The block where the conversation waits. */
    readonly block?: string;
    /** Why it ended. */
    readonly end?: 'closed' | 'dead_end' | 'error' | 'agent';
    /** Somebody else than the bot changed Fields before. */
    readonly changed?: true;
  })[];
}

export interface Scenarios {
  /** A file of scenarios, of at most 1 MiB. */
  readonly text: string;
  /** Grows by one on each write; in a request, the one that is replaced. */
  readonly revision: number;
}

export interface Publication {
  /** The label. */
  readonly name?: string;
  /** When it went out. */
  readonly published_at: string;
  /** The person who published it. */
  readonly published_by: number;
  /** Days for which conversations of earlier versions finish on these. Absent: they continue on this one. */
  readonly finish_days?: number;
  /** The version that was restored. */
  readonly restored_from?: string;
  /** The channel that it went out on. */
  readonly channel?: {
    readonly id: string;
    readonly name: string;
    readonly type: string;
  };
}

/** Whom a publication of the draft would touch. */
export interface PublicationPreview {
  readonly waiting: {
    /** The conversations that begin again with their next message; at most 1,000. */
    readonly total: number;
    /** If false, there are that many or more. */
    readonly is_exact: boolean;
  };
}

export interface SchedulerAccount {
  readonly id: string;
  readonly name: string;
  readonly scheduling_url: string;
}

export interface Sheet {
  readonly title: string;
  readonly id: string;
}

export interface SheetColumn {
  /** Counts from 1. */
  readonly number: number;
  /** The header text. */
  readonly header: string;
}

export interface Spreadsheet {
  readonly spreadsheet_id: string;
  /** Its title. */
  readonly name: string;
}

/** A new attempt to connect an account, with the link for the person. */
export interface StartedConnection {
  readonly id: string;
  readonly status: 'pending' | 'connected' | 'declined' | 'expired';
  readonly account_id?: string;
  /** Fifteen minutes after the start. */
  readonly expires_at: string;
  readonly url: string;
}

export interface Validation {
  readonly violations: readonly Violation[];
  /** How many violations there are; only there when they are more than those listed. */
  readonly violations_total?: number;
}

/** A publication that cannot change, with its diagram. */
export interface Version {
  readonly id: string;
  readonly name: string | null;
  /** When it went out. */
  readonly published_at: string;
  /** The person who published it. */
  readonly published_by: number;
  /** Days for which conversations of earlier versions finish on these. Absent: they continue on this one. */
  readonly finish_days?: number;
  readonly restored_from: string | null;
  readonly diagram: Diagram;
  /** The channel at the time of the publication. */
  readonly channel: {
    readonly id: string;
    readonly name: string;
    readonly type: string;
  } | null;
}

/** A publication without its diagram, as lists have it. */
export interface VersionSummary {
  readonly id: string;
  /** The label. */
  readonly name?: string;
  /** When it went out. */
  readonly published_at: string;
  /** The person who published it. */
  readonly published_by: number;
  /** Days for which conversations of earlier versions finish on these. Absent: they continue on this one. */
  readonly finish_days?: number;
  /** The version that was restored. */
  readonly restored_from?: string;
}

/** A broken rule, at the JSON pointer of its place in the diagram. */
export interface Violation {
  /** Stable machine name, such as start_connection. */
  readonly code: string;
  /** For people; may change. */
  readonly message: string;
  readonly block_id?: string;
  readonly param?: string;
  /** Id of the connection at fault. */
  readonly connection_id?: string;
  /** The output at fault. */
  readonly output?: string;
  /** RFC 6901 pointer into the diagram. */
  readonly pointer: string;
  /** error stops publication and test deployment, warning the test deployment only. */
  readonly severity: 'error' | 'warning';
  /** A change that removes the fault. */
  readonly hint?: string;
}

export interface WrittenDraft {
  readonly diagram?: Diagram;
  /** IS_NOT_VALID while any violation stands. */
  readonly save_state: 'IS_PRESAVED' | 'IS_NOT_VALID';
  /** The violations that the last write recorded, not a fresh check. */
  readonly violations: readonly Violation[];
  /** How many violations there are; only there when they are more than those listed. */
  readonly violations_total?: number;
  /** When the draft was last written. */
  readonly edited_at: string;
}

/** A page of bots; an absent filter does not limit. */
export interface ListBotsQuery {
  /** trashed lists the trash; default active. */
  readonly state?: 'active' | 'trashed' | undefined;
  /** Only bots of this workspace. */
  readonly workspace?: number | undefined;
  /** A part of the name, in upper or lower case. */
  readonly search?: string | undefined;
  /** Only bots of this family. */
  readonly channel_family?: string | undefined;
  /** Default: newest publication first, unpublished last. */
  readonly order?: '-created_at' | 'name' | undefined;
  /** Counts from 1, the default. A page past the end is empty. */
  readonly page?: number | undefined;
  /** Entries of a page; default 20. */
  readonly page_size?: number | undefined;
}

/** A new bot, or with `source` a copy of one. */
export type CreateBotBody = {
  /** 1 to 50 characters, counted as Unicode code points after trimming. */
  readonly name: string;
  /** Such as native, msgapp, facebook or apichat. */
  readonly channel_family: string;
  /** May be left out by a caller with exactly one workspace. */
  readonly workspace?: number;
  readonly diagram?: Diagram;
} | {
  /** The bot to duplicate. */
  readonly source: string;
  /** 1 to 50 characters, counted as Unicode code points after trimming. */
  readonly name?: string;
  readonly channel_family?: string;
  /** May be left out by a caller with exactly one workspace. */
  readonly workspace?: number;
  readonly diagram?: Diagram;
};

export interface UpdateBotBody {
  /** 1 to 50 characters, counted as Unicode code points after trimming. */
  readonly name?: string;
  /** Takes the bot out of the trash. */
  readonly state?: 'active';
}

export interface DeleteBotQuery {
  /** Destroys a bot that is in the trash; default false. */
  readonly permanent?: boolean | undefined;
}

export interface PutFeedbackBody {
  readonly enabled: boolean;
  /** Left out or null: returns to its default. */
  readonly question?: string | null;
  /** Left out or null: returns to its default. */
  readonly positive_label?: string | null;
  /** Left out or null: returns to its default. */
  readonly negative_label?: string | null;
  /** Left out or null: returns to its default. */
  readonly comment_question?: string | null;
  /** Left out or null: returns to its default. */
  readonly thanks?: string | null;
}

export type PutScenariosBody = Scenarios;

export type PutDraftBody = {
  readonly diagram: Diagram;
} | Diagram;

export interface PutDraftQuery {
  /** The program that writes for the person, such as `mcp:claude`, for the history. */
  readonly by?: string | undefined;
}

export interface PatchDraftBody {
  readonly blocks?: {
    readonly add?: readonly ({
      readonly id?: string;
      readonly type: string;
      readonly params?: {
        readonly [name: string]: unknown;
      };
      readonly name?: string;
      readonly top?: number;
      readonly left?: number;
    })[];
    readonly update?: readonly ({
      readonly id: string;
      readonly params?: {
        readonly [name: string]: unknown;
      };
      readonly name?: string;
      readonly top?: number;
      readonly left?: number;
    })[];
    readonly delete?: readonly string[];
  };
  readonly connections?: {
    readonly add?: readonly ({
      readonly id?: string;
      readonly sourcePath: string;
      readonly targetPath: string;
      readonly type: string;
    })[];
    readonly delete?: readonly (string | {
      readonly source_path: string;
      readonly type: string;
    })[];
  };
}

export interface PatchDraftQuery {
  /** The program that writes for the person, such as `mcp:claude`, for the history. */
  readonly by?: string | undefined;
  /** Answers like the write, and stores nothing. */
  readonly dry_run?: boolean | undefined;
}

export interface ListRevisionsQuery {
  /** Counts from 1, the default. A page past the end is empty. */
  readonly page?: number | undefined;
  /** Entries of a page; default 20. */
  readonly page_size?: number | undefined;
}

export interface AddBlocksBody {
  readonly blocks: readonly ({
    readonly id?: string;
    readonly type: string;
    readonly params?: {
      readonly [name: string]: unknown;
    };
    readonly name?: string;
    readonly top?: number;
    readonly left?: number;
  })[];
  readonly connections?: readonly ({
    readonly id?: string;
    readonly sourcePath: string;
    readonly targetPath: string;
    readonly type: string;
  })[];
}

export interface EditBlockBody {
  readonly params?: {
    readonly [name: string]: unknown;
  };
  readonly name?: string;
  readonly top?: number;
  readonly left?: number;
}

export type ValidateDraftBody = {
  readonly diagram: Diagram;
} | Diagram;

export type ListVersionsQuery = ListRevisionsQuery;

export interface PublishBody {
  /** The version to restore. */
  readonly source?: string;
  /** Whether conversations under way continue on the new version, the default, or finish on theirs. */
  readonly policy?: 'move' | 'finish';
  /** Only with finish: the most days. Default 7. */
  readonly days?: number;
}

export interface PreviewPublicationQuery {
  /** The version to restore; default: the draft. */
  readonly source?: string | undefined;
  /** Whether conversations under way continue on the new version, the default, or finish on theirs. */
  readonly policy?: 'move' | 'finish' | undefined;
}

export interface LabelVersionBody {
  /** null removes the label. */
  readonly name: string | null;
}

export interface ListJournalQuery {
  /** Counts from 1, the default. A page past the end is empty. */
  readonly page?: number | undefined;
  /** Entries of a page; default 20. */
  readonly page_size?: number | undefined;
  /** Only conversations of this customer. */
  readonly customer_id?: number | undefined;
}

export interface ListBlocksQuery {
  /** Accepted and ignored. */
  readonly channel_family?: string | undefined;
}

/** The codes of the errors of the interface. */
export type BotsErrorCode =
  | 'account_not_found'
  | 'block_has_connections'
  | 'block_not_found'
  | 'blocks_refused'
  | 'bot_is_not_in_the_trash'
  | 'bot_name_not_accepted'
  | 'bot_never_published'
  | 'bot_not_found'
  | 'change_set_refused'
  | 'channel_family_not_accepted'
  | 'channel_family_unreadable'
  | 'connection_not_found'
  | 'dependency_failed'
  | 'diagram_has_violations'
  | 'diagram_with_source'
  | 'draft_changed'
  | 'draft_has_violations'
  | 'empty_body'
  | 'field_not_described'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'internal_error'
  | 'invalid_parameters'
  | 'linked_bot_not_found'
  | 'malformed_json'
  | 'not_authenticated'
  | 'permission_denied'
  | 'request_too_large'
  | 'restored_draft_has_violations'
  | 'source_not_implemented'
  | 'spreadsheet_unreadable'
  | 'too_many_requests'
  | 'unsupported_builder'
  | 'unsupported_media_type'
  | 'version_is_the_most_recent_publication'
  | 'version_name_not_accepted'
  | 'version_not_found'
  | 'version_of_an_unsupported_builder'
  | 'whole_number_too_large'
  | 'workspace_not_accepted'
  | 'workspace_required';

/** The methods of the interface, by resource. */
export interface BotsClient {
  readonly bots: {
    /** List bots. */
    list(query?: ListBotsQuery, options?: CallOptions): Pages<Bot>;
    /**
     * Create a bot. Without a diagram the draft holds the start point only. With one the test channel of the bot answers immediately. A refused creation leaves nothing.
     *
     * @throws {ApiError} `bot_not_found`, `idempotency_key_in_use`, `idempotency_key_reused`, `bot_name_not_accepted`, `channel_family_not_accepted`, `workspace_not_accepted`, `workspace_required`, `diagram_with_source`, `diagram_has_violations`, `linked_bot_not_found`, `unsupported_builder`, `source_not_implemented`
     */
    create(body: CreateBotBody, options?: CallOptions & RepeatableOptions): Promise<Bot>;
    /**
     * Read a bot.
     *
     * @throws {ApiError} `bot_not_found`, `channel_family_unreadable`
     */
    get(botId: string, options?: CallOptions): Promise<Bot>;
    /**
     * Rename a bot, take it out of the trash, or both.
     *
     * @throws {ApiError} `bot_not_found`, `bot_name_not_accepted`, `unsupported_builder`
     */
    update(botId: string, body: UpdateBotBody, options?: CallOptions): Promise<Bot>;
    /**
     * Move a bot to the trash, or destroy it for good from there.
     *
     * @throws {ApiError} `bot_not_found`, `bot_is_not_in_the_trash`, `unsupported_builder`
     */
    delete(botId: string, query?: DeleteBotQuery, options?: CallOptions): Promise<void>;
  };
  readonly feedback: {
    /**
     * Read the conversation-feedback configuration.
     *
     * @throws {ApiError} `bot_not_found`
     */
    get(botId: string, options?: CallOptions): Promise<Feedback>;
    /**
     * Replace the conversation-feedback configuration. Reaches conversations that are already running.
     *
     * @throws {ApiError} `bot_not_found`, `unsupported_builder`
     */
    save(botId: string, body: PutFeedbackBody, options?: CallOptions): Promise<Feedback>;
  };
  readonly scenarios: {
    /**
     * Read the tests of a bot.
     *
     * @throws {ApiError} `bot_not_found`
     */
    get(botId: string, options?: CallOptions): Promise<Scenarios>;
    /**
     * Replace the tests of a bot.
     *
     * @throws {ApiError} `bot_not_found`, `draft_changed`, `unsupported_builder`
     */
    save(botId: string, body: PutScenariosBody, options?: CallOptions): Promise<Scenarios>;
  };
  readonly drafts: {
    /**
     * Read the draft.
     *
     * @throws {ApiError} `bot_not_found`, `channel_family_unreadable`
     */
    get(botId: string, options?: CallOptions): Promise<Tagged<Draft>>;
    /**
     * Replace the whole diagram. Stored as sent, also with broken rules, which are reported.
     *
     * @throws {ApiError} `bot_not_found`, `draft_changed`, `linked_bot_not_found`, `unsupported_builder`, `channel_family_unreadable`
     */
    save(botId: string, body: PutDraftBody, options?: CallOptions & ConditionalOptions & MinimalOptions & { readonly query?: PutDraftQuery }): Promise<Tagged<WrittenDraft>>;
    /**
     * Apply a change set. Describes the result, not the steps. All of it is applied or nothing, and every problem is answered.
     *
     * @throws {ApiError} `bot_not_found`, `draft_changed`, `change_set_refused`, `linked_bot_not_found`, `unsupported_builder`, `channel_family_unreadable`
     */
    edit(botId: string, body: PatchDraftBody, options?: CallOptions & ConditionalOptions & MinimalOptions & { readonly query?: PatchDraftQuery }): Promise<Tagged<EditedDraft>>;
    /**
     * Go back to the live version.
     *
     * @throws {ApiError} `bot_not_found`, `draft_changed`, `bot_never_published`, `version_of_an_unsupported_builder`, `unsupported_builder`, `channel_family_unreadable`
     */
    discard(botId: string, options?: CallOptions & ConditionalOptions & MinimalOptions): Promise<Tagged<WrittenDraft>>;
    /** List past states of the draft. */
    listRevisions(botId: string, query?: ListRevisionsQuery, options?: CallOptions): Pages<DraftRevision>;
    /**
     * Add blocks with their connections. All are added or none. Broken rules are stored and reported; a few problems are refused.
     *
     * @throws {ApiError} `bot_not_found`, `idempotency_key_in_use`, `draft_changed`, `idempotency_key_reused`, `blocks_refused`, `linked_bot_not_found`, `unsupported_builder`, `channel_family_unreadable`
     */
    addBlocks(botId: string, body: AddBlocksBody, options?: CallOptions & ConditionalOptions & MinimalOptions & RepeatableOptions): Promise<Tagged<WrittenDraft>>;
    /**
     * Edit one block. Params are replaced whole: one that is left out falls to its default. Left-out members stay.
     *
     * @throws {ApiError} `bot_not_found`, `block_not_found`, `draft_changed`, `block_has_connections`, `linked_bot_not_found`, `unsupported_builder`, `channel_family_unreadable`
     */
    editBlock(botId: string, blockId: string, body: EditBlockBody, options?: CallOptions & ConditionalOptions & MinimalOptions): Promise<Tagged<WrittenDraft>>;
    /**
     * Delete a block and every connection that touches it.
     *
     * @throws {ApiError} `bot_not_found`, `block_not_found`, `draft_changed`, `unsupported_builder`, `channel_family_unreadable`
     */
    deleteBlock(botId: string, blockId: string, options?: CallOptions & ConditionalOptions & MinimalOptions): Promise<Tagged<EditedDraft>>;
    /**
     * Check a diagram, or the stored draft, and write nothing.
     *
     * @throws {ApiError} `bot_not_found`, `channel_family_unreadable`
     */
    validate(botId: string, body?: ValidateDraftBody, options?: CallOptions): Promise<Validation>;
    /**
     * Put the draft on the test channel. Any violation stops it, warnings included.
     *
     * @throws {ApiError} `bot_not_found`, `draft_changed`, `draft_has_violations`, `unsupported_builder`, `channel_family_unreadable`
     */
    deployTest(botId: string, options?: CallOptions & ConditionalOptions & MinimalOptions): Promise<Tagged<WrittenDraft>>;
  };
  readonly versions: {
    /**
     * List publications, newest first.
     *
     * @throws {ApiError} `bot_not_found`
     */
    list(botId: string, query?: ListVersionsQuery, options?: CallOptions): Pages<VersionSummary>;
    /**
     * Publish the draft, or restore a version and publish it. With a source, the diagram of that version is copied into the draft and published from there.
     *
     * @throws {ApiError} `bot_not_found`, `version_not_found`, `idempotency_key_in_use`, `draft_changed`, `idempotency_key_reused`, `draft_has_violations`, `restored_draft_has_violations`, `version_of_an_unsupported_builder`, `unsupported_builder`, `channel_family_unreadable`
     */
    publish(botId: string, body?: PublishBody, options?: CallOptions & ConditionalOptions & RepeatableOptions): Promise<Publication>;
    /**
     * Read the last publication.
     *
     * @throws {ApiError} `bot_not_found`, `version_not_found`
     */
    getLatest(botId: string, options?: CallOptions): Promise<Version>;
    /**
     * Count the conversations that a publication would begin again. They wait at blocks of the live version which the new one lacks, or has with another type.
     *
     * @throws {ApiError} `bot_not_found`, `version_not_found`
     */
    preview(botId: string, query?: PreviewPublicationQuery, options?: CallOptions): Promise<PublicationPreview>;
    /**
     * Read a version with its diagram as it went out.
     *
     * @throws {ApiError} `bot_not_found`, `version_not_found`
     */
    get(botId: string, versionId: string, options?: CallOptions): Promise<Version>;
    /**
     * Write or remove the label of a version.
     *
     * @throws {ApiError} `bot_not_found`, `version_not_found`, `version_name_not_accepted`, `unsupported_builder`
     */
    label(botId: string, versionId: string, body: LabelVersionBody, options?: CallOptions): Promise<VersionSummary>;
    /**
     * Delete a version. Does not change the live version.
     *
     * @throws {ApiError} `bot_not_found`, `version_not_found`, `version_is_the_most_recent_publication`, `unsupported_builder`
     */
    delete(botId: string, versionId: string, options?: CallOptions): Promise<void>;
  };
  readonly journal: {
    /**
     * List the conversations in the journal, newest first. Those that began in this bot. Empty if the server keeps no journal.
     *
     * @throws {ApiError} `bot_not_found`
     */
    list(botId: string, query?: ListJournalQuery, options?: CallOptions): Pages<JournaledConversation>;
  };
  readonly blocks: {
    /** List the block catalog. */
    list(query?: ListBlocksQuery, options?: CallOptions): Promise<readonly Block[]>;
  };
  readonly contract: {
    /** Read this contract. */
    get(options?: CallOptions): Promise<string>;
  };
  readonly spreadsheets: {
    /** List connected spreadsheet accounts. */
    listAccounts(options?: CallOptions): Promise<readonly Account[]>;
    /**
     * List the spreadsheets that an account reaches. Only files that the app made or the person picked. Any other that the account can open works by its id all the same.
     *
     * @throws {ApiError} `account_not_found`
     */
    list(accountId: string, options?: CallOptions): Promise<readonly Spreadsheet[]>;
    /**
     * List the tabs of a spreadsheet.
     *
     * @throws {ApiError} `account_not_found`, `spreadsheet_unreadable`
     */
    listSheets(accountId: string, spreadsheetId: string, options?: CallOptions): Promise<readonly Sheet[]>;
    /**
     * List the header columns of a tab. Columns with an empty header are left out, so that numbers may have gaps.
     *
     * @throws {ApiError} `account_not_found`, `spreadsheet_unreadable`
     */
    listColumns(accountId: string, spreadsheetId: string, sheetTitle: string, options?: CallOptions): Promise<readonly SheetColumn[]>;
    /**
     * Start connecting a spreadsheet account. The URL is for a member of the brand. It lives fifteen minutes, is answered once, and is returned only here.
     *
     * @throws {ApiError} `idempotency_key_in_use`, `idempotency_key_reused`
     */
    startConnection(options?: CallOptions & RepeatableOptions): Promise<StartedConnection>;
    /**
     * Read how connecting a spreadsheet account goes. Ask every few seconds; nothing is pushed.
     *
     * @throws {ApiError} `connection_not_found`
     */
    getConnection(connectionId: string, options?: CallOptions): Promise<AccountConnection>;
  };
  readonly scheduler: {
    /** List connected scheduler accounts. */
    listAccounts(options?: CallOptions): Promise<readonly SchedulerAccount[]>;
    /**
     * List the event types that take bookings.
     *
     * @throws {ApiError} `account_not_found`
     */
    listEventTypes(accountId: string, options?: CallOptions): Promise<readonly EventType[]>;
    /**
     * Start connecting a scheduler account. The URL is for a member of the brand. It lives fifteen minutes, is answered once, and is returned only here.
     *
     * @throws {ApiError} `idempotency_key_in_use`, `idempotency_key_reused`
     */
    startConnection(options?: CallOptions & RepeatableOptions): Promise<StartedConnection>;
    /**
     * Read how connecting a scheduler account goes. Ask every few seconds; nothing is pushed.
     *
     * @throws {ApiError} `connection_not_found`
     */
    getConnection(connectionId: string, options?: CallOptions): Promise<AccountConnection>;
  };
}

export const botsCalls: CallTable<BotsClient> = {
  bots: {
    list: { method: 'GET', path: '/bots', takes: 'query', gives: 'pages', under: 'data' },
    create: { method: 'POST', path: '/bots', takes: 'body', gives: 'value', under: 'data' },
    get: { method: 'GET', path: '/bots/{bot_id}', gives: 'value', under: 'data' },
    update: { method: 'PATCH', path: '/bots/{bot_id}', takes: 'body', gives: 'value', under: 'data' },
    delete: { method: 'DELETE', path: '/bots/{bot_id}', takes: 'query', gives: 'nothing' },
  },
  feedback: {
    get: { method: 'GET', path: '/bots/{bot_id}/feedback', gives: 'value', under: 'data' },
    save: { method: 'PUT', path: '/bots/{bot_id}/feedback', takes: 'body', gives: 'value', under: 'data' },
  },
  scenarios: {
    get: { method: 'GET', path: '/bots/{bot_id}/scenarios', gives: 'value', under: 'data' },
    save: { method: 'PUT', path: '/bots/{bot_id}/scenarios', takes: 'body', gives: 'value', under: 'data' },
  },
  drafts: {
    get: { method: 'GET', path: '/bots/{bot_id}/draft', gives: 'tagged', under: 'data' },
    save: { method: 'PUT', path: '/bots/{bot_id}/draft', takes: 'body', gives: 'tagged', under: 'data' },
    edit: { method: 'PATCH', path: '/bots/{bot_id}/draft', takes: 'body', gives: 'tagged', under: 'data' },
    discard: { method: 'DELETE', path: '/bots/{bot_id}/draft', gives: 'tagged', under: 'data' },
    listRevisions: { method: 'GET', path: '/bots/{bot_id}/draft/revisions', takes: 'query', gives: 'pages', under: 'data' },
    addBlocks: { method: 'POST', path: '/bots/{bot_id}/draft/blocks', takes: 'body', gives: 'tagged', under: 'data' },
    editBlock: { method: 'PATCH', path: '/bots/{bot_id}/draft/blocks/{block_id}', takes: 'body', gives: 'tagged', under: 'data' },
    deleteBlock: { method: 'DELETE', path: '/bots/{bot_id}/draft/blocks/{block_id}', gives: 'tagged', under: 'data' },
    validate: { method: 'POST', path: '/bots/{bot_id}/draft/validate', takes: 'body', gives: 'value', under: 'data' },
    deployTest: { method: 'PUT', path: '/bots/{bot_id}/test', gives: 'tagged', under: 'data' },
  },
  versions: {
    list: { method: 'GET', path: '/bots/{bot_id}/versions', takes: 'query', gives: 'pages', under: 'data' },
    publish: { method: 'POST', path: '/bots/{bot_id}/versions', takes: 'body', gives: 'value', under: 'data' },
    getLatest: { method: 'GET', path: '/bots/{bot_id}/versions/latest', gives: 'value', under: 'data' },
    preview: { method: 'GET', path: '/bots/{bot_id}/versions/preview', takes: 'query', gives: 'value', under: 'data' },
    get: { method: 'GET', path: '/bots/{bot_id}/versions/{version_id}', gives: 'value', under: 'data' },
    label: { method: 'PATCH', path: '/bots/{bot_id}/versions/{version_id}', takes: 'body', gives: 'value', under: 'data' },
    delete: { method: 'DELETE', path: '/bots/{bot_id}/versions/{version_id}', gives: 'nothing' },
  },
  journal: {
    list: { method: 'GET', path: '/bots/{bot_id}/journal', takes: 'query', gives: 'pages', under: 'data' },
  },
  blocks: {
    list: { method: 'GET', path: '/blocks', takes: 'query', gives: 'value', under: 'data' },
  },
  contract: {
    get: { method: 'GET', path: '/openapi.yml', gives: 'text' },
  },
  spreadsheets: {
    listAccounts: { method: 'GET', path: '/connected-accounts/spreadsheets', gives: 'value', under: 'data' },
    list: { method: 'GET', path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets', gives: 'value', under: 'data' },
    listSheets: { method: 'GET', path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets', gives: 'value', under: 'data' },
    listColumns: { method: 'GET', path: '/connected-accounts/spreadsheets/{account_id}/spreadsheets/{spreadsheet_id}/sheets/{sheet_title}/columns', gives: 'value', under: 'data' },
    startConnection: { method: 'POST', path: '/connected-accounts/spreadsheets/connections', gives: 'value', under: 'data' },
    getConnection: { method: 'GET', path: '/connected-accounts/spreadsheets/connections/{connection_id}', gives: 'value', under: 'data' },
  },
  scheduler: {
    listAccounts: { method: 'GET', path: '/connected-accounts/scheduler', gives: 'value', under: 'data' },
    listEventTypes: { method: 'GET', path: '/connected-accounts/scheduler/{account_id}/event_types', gives: 'value', under: 'data' },
    startConnection: { method: 'POST', path: '/connected-accounts/scheduler/connections', gives: 'value', under: 'data' },
    getConnection: { method: 'GET', path: '/connected-accounts/scheduler/connections/{connection_id}', gives: 'value', under: 'data' },
  },
};
