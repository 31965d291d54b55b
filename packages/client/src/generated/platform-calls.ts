// Written from the operation table of the interface by test/generated.test.ts: `vitest run -u` writes it again.

import type { CallOptions, CallTable } from '../call-table.ts';
import type { Pages } from '../pages.ts';

/** A place where customers write, such as one account of a messenger. */
export interface Channel {
  /** The id for every path and filter. */
  readonly id: number;
  /** The id that the Bots API shows. */
  readonly uuid: string;
  readonly name: string;
  /** Such as native, msgapp, facebook or apichat. */
  readonly type: string;
  /** Whether it takes messages. */
  readonly active: boolean;
  /** When it was made. */
  readonly created_at: number;
}

/** The Fields of the customer are additional keys. */
export interface Customer {
  /** The id in paths. */
  readonly id: number;
  /** Empty while it is not known. */
  readonly name: string;
  /** Empty while it is not known. */
  readonly email: string;
  /** Empty while it is not known. */
  readonly phone: string;
  /** The agent who talks to the customer; null for none. */
  readonly agent_id: number | null;
  readonly archived: boolean;
  readonly opt_in: boolean;
  /** When the customer first wrote. */
  readonly register_date: number;
  /** The channel that the customer writes on. */
  readonly channel_id: number;
  /** Messages of the customer since an agent wrote last. */
  readonly unread: number;
  /** null before the first message. */
  readonly last_message_at: number | null;
  readonly [name: string]: unknown;
}

/** A named value of a customer with its type. */
export interface Field {
  /** As the path says it. */
  readonly name: string;
  /** What kind of value it holds. A date, and a datetime, is text as ISO 8601 writes it. */
  readonly type: 'string' | 'integer' | 'float' | 'boolean' | 'date' | 'datetime' | 'array' | 'object';
  /** A value of the type; with its name 64 KiB of JSON at most unless the host says otherwise. */
  readonly value: unknown;
}

/** A webhook of a channel, which gets the messages of its customers. */
export interface Hook {
  readonly id: number;
  /** The channel whose messages it is sent. */
  readonly channel_id: number;
  /** Where messages are posted to: http or https. */
  readonly url: string;
  /** Sent as `Authorization: Token <token>`; may be empty. */
  readonly token: string;
  /** For people; may be empty. */
  readonly name: string;
  /** With customer, a customer's next message waits until the one before was delivered or given up. */
  readonly order: 'customer' | 'none';
  /** Off while the plan has no message hooks. */
  readonly active: boolean;
  /** When it was made. */
  readonly created_at: number;
  /** When it was last changed. */
  readonly updated_at: number;
}

/** A message between a customer and a bot or an agent. */
export interface Message {
  /** The same as in `_raw` of requests to message hooks. */
  readonly uuid: string;
  /** 1, 2, … for each customer. */
  readonly seq: number;
  /** Decides the shape of `data`. */
  readonly type: string;
  readonly timestamp: number;
  readonly data: {
    readonly [name: string]: unknown;
  };
  readonly sender: {
    readonly id: number;
    readonly name: string;
    readonly type: 'customer' | 'bot' | 'agent' | 'sys';
  };
}

export interface Template {
  /** Stable name. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Such as en. */
  readonly language: string;
  /** Such as utility. */
  readonly category: string;
  /** The text, with numbered places such as {{1}}. */
  readonly body: string;
}

export interface ListChannelsQuery {
  /** How many entries to pass over; default 0. */
  readonly offset?: number | undefined;
  /** How many entries to list; default 20. */
  readonly limit?: number | undefined;
  /** Only channels of this type. */
  readonly type?: string | undefined;
  /** Only channels that take messages, or that do not. */
  readonly active?: boolean | undefined;
}

export interface ListTemplatesQuery {
  /** How many entries to pass over; default 0. */
  readonly offset?: number | undefined;
  /** How many entries to list; default 20. */
  readonly limit?: number | undefined;
}

export type ListMessageHooksQuery = ListTemplatesQuery;

export interface CreateMessageHookBody {
  /** Where messages are posted to: http or https. */
  readonly url: string;
  readonly token?: string | null;
  readonly name?: string | null;
  readonly order?: 'customer' | 'none' | null;
}

export interface UpdateMessageHookBody {
  readonly url?: string | null;
  readonly token?: string | null;
  readonly name?: string | null;
  readonly order?: 'customer' | 'none' | null;
}

/** A page of customers; an absent filter does not limit. */
export interface ListCustomersQuery {
  /** How many entries to pass over; default 0. */
  readonly offset?: number | undefined;
  /** How many entries to list; default 20. */
  readonly limit?: number | undefined;
  /** Only customers of this channel. */
  readonly channel_id?: number | undefined;
  /** Only customers of this agent; null: without an agent. */
  readonly agent_id?: number | null | undefined;
  /** Only customers that are archived, or that are not. */
  readonly archived?: boolean | undefined;
  /** Only customers that have opted in, or that have not. */
  readonly opt_in?: boolean | undefined;
  /** Where to look for `search`; the two go together. */
  readonly search_by?: 'name' | 'email' | 'phone' | 'token' | undefined;
  /** Only customers who have this text anywhere in the member, in upper or lower case. */
  readonly search?: string | undefined;
}

/** A member that is absent or null stays; an empty text clears it. */
export interface UpdateCustomerBody {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly opt_in?: boolean | null;
}

export interface AssignCustomerToBotBody {
  /** Whether the bot begins immediately; default true. */
  readonly launch?: boolean | null;
  /** The block that it begins at; default: its greeting. */
  readonly node?: string | null;
}

export interface PostCustomerFieldBody {
  /** What kind of value it holds. A date, and a datetime, is text as ISO 8601 writes it. */
  readonly type: 'string' | 'integer' | 'float' | 'boolean' | 'date' | 'datetime' | 'array' | 'object';
  /** A value of the type; with its name 64 KiB of JSON at most unless the host says otherwise. */
  readonly value: unknown;
}

export type PutCustomerFieldBody = PostCustomerFieldBody;

export type ListMessagesQuery = ListTemplatesQuery;

export interface SendTextBody {
  /** The text for the customer; 10,000 characters at most unless the host says otherwise. */
  readonly message: string;
}

export interface SendImageBody {
  /** An http or https address. */
  readonly url: string;
  /** Stands below the image; as long as a text at most. */
  readonly caption?: string | null;
}

export interface SendLocationBody {
  /** In degrees, as a number or as text. */
  readonly latitude: number | string;
  /** In degrees, as a number or as text. */
  readonly longitude: number | string;
}

/** The methods of the interface, by resource. */
export interface PlatformClient {
  readonly channels: {
    /** List channels. */
    list(query?: ListChannelsQuery, options?: CallOptions): Pages<Channel>;
    /** List the message templates of msgapp channels. */
    listTemplates(query?: ListTemplatesQuery, options?: CallOptions): Pages<Template>;
    /**
     * Read a channel.
     *
     * @throws {ApiError} `channel_not_found`
     */
    get(channelId: number, options?: CallOptions): Promise<Channel>;
  };
  readonly hooks: {
    /**
     * List the message hooks of a channel.
     *
     * @throws {ApiError} `channel_not_found`
     */
    list(channelId: number, query?: ListMessageHooksQuery, options?: CallOptions): Pages<Hook>;
    /**
     * Make a message hook. Works on any channel. From then on the hook is sent every message of the channel.
     *
     * @throws {ApiError} `plan_required`, `channel_not_found`
     */
    create(channelId: number, body: CreateMessageHookBody, options?: CallOptions): Promise<Hook>;
    /**
     * Read a message hook.
     *
     * @throws {ApiError} `channel_not_found`, `hook_not_found`
     */
    get(channelId: number, hookId: number, options?: CallOptions): Promise<Hook>;
    /**
     * Give a message hook another token, url, name or order.
     *
     * @throws {ApiError} `plan_required`, `channel_not_found`, `hook_not_found`
     */
    update(channelId: number, hookId: number, body: UpdateMessageHookBody, options?: CallOptions): Promise<Hook>;
    /**
     * Delete a message hook.
     *
     * @throws {ApiError} `channel_not_found`, `hook_not_found`
     */
    delete(channelId: number, hookId: number, options?: CallOptions): Promise<void>;
  };
  readonly customers: {
    /** List customers. */
    list(query?: ListCustomersQuery, options?: CallOptions): Pages<Customer>;
    /**
     * Read a customer.
     *
     * @throws {ApiError} `customer_not_found`
     */
    get(customerId: number, options?: CallOptions): Promise<Customer>;
    /**
     * Change the data of a customer.
     *
     * @throws {ApiError} `customer_not_found`
     */
    update(customerId: number, body: UpdateCustomerBody, options?: CallOptions): Promise<Customer>;
    /**
     * Erase a customer with messages and conversation.
     *
     * @throws {ApiError} `customer_not_found`
     */
    delete(customerId: number, options?: CallOptions): Promise<void>;
    /**
     * Archive a customer.
     *
     * @throws {ApiError} `customer_not_found`
     */
    archive(customerId: number, options?: CallOptions): Promise<void>;
    /**
     * Take a customer back.
     *
     * @throws {ApiError} `customer_not_found`
     */
    unarchive(customerId: number, options?: CallOptions): Promise<void>;
    /**
     * Block a customer.
     *
     * @throws {ApiError} `customer_not_found`
     */
    block(customerId: number, options?: CallOptions): Promise<void>;
    /**
     * Unblock a customer.
     *
     * @throws {ApiError} `customer_not_found`
     */
    unblock(customerId: number, options?: CallOptions): Promise<void>;
    /**
     * Note that a customer opts in.
     *
     * @throws {ApiError} `customer_not_found`
     */
    optIn(customerId: number, options?: CallOptions): Promise<void>;
    /**
     * Note that a customer opts out.
     *
     * @throws {ApiError} `customer_not_found`
     */
    optOut(customerId: number, options?: CallOptions): Promise<void>;
    /**
     * Assign a customer to who is calling.
     *
     * @throws {ApiError} `customer_not_found`
     */
    assignToCaller(customerId: number, options?: CallOptions): Promise<void>;
    /**
     * Assign a customer to an agent.
     *
     * @throws {ApiError} `customer_not_found`, `agent_not_found`
     */
    assign(customerId: number, agentId: number, options?: CallOptions): Promise<void>;
    /**
     * Assign a customer to a bot.
     *
     * @throws {ApiError} `customer_blocked`, `customer_not_found`, `bot_not_found`, `bot_never_published`, `unsupported_builder`
     */
    assignToBot(customerId: number, botNumber: number, body?: AssignCustomerToBotBody, options?: CallOptions): Promise<void>;
    /**
     * Take a customer from their agent or bot.
     *
     * @throws {ApiError} `customer_not_found`
     */
    unassign(customerId: number, options?: CallOptions): Promise<void>;
  };
  readonly fields: {
    /**
     * Read a Field of a customer.
     *
     * @throws {ApiError} `customer_not_found`, `field_not_found`
     */
    get(customerId: number, fieldName: string, options?: CallOptions): Promise<Field>;
    /**
     * Write a Field of a customer.
     *
     * @throws {ApiError} `customer_not_found`
     */
    create(customerId: number, fieldName: string, body: PostCustomerFieldBody, options?: CallOptions): Promise<Field>;
    /**
     * Write a Field of a customer.
     *
     * @throws {ApiError} `customer_not_found`
     */
    save(customerId: number, fieldName: string, body: PutCustomerFieldBody, options?: CallOptions): Promise<Field>;
    /**
     * Delete a Field of a customer.
     *
     * @throws {ApiError} `customer_not_found`, `field_not_found`
     */
    delete(customerId: number, fieldName: string, options?: CallOptions): Promise<void>;
  };
  readonly messages: {
    /**
     * List the messages of a customer.
     *
     * @throws {ApiError} `customer_not_found`
     */
    list(customerId: number, query?: ListMessagesQuery, options?: CallOptions): Pages<Message>;
    /**
     * Send a text to a customer.
     *
     * @throws {ApiError} `customer_blocked`, `customer_not_found`
     */
    sendText(customerId: number, body: SendTextBody, options?: CallOptions): Promise<void>;
    /**
     * Send an image to a customer.
     *
     * @throws {ApiError} `customer_blocked`, `customer_not_found`
     */
    sendImage(customerId: number, body: SendImageBody, options?: CallOptions): Promise<void>;
    /**
     * Send a location to a customer.
     *
     * @throws {ApiError} `customer_blocked`, `customer_not_found`
     */
    sendLocation(customerId: number, body: SendLocationBody, options?: CallOptions): Promise<void>;
  };
  readonly contract: {
    /** Read this contract. */
    get(options?: CallOptions): Promise<string>;
  };
}

export const platformCalls: CallTable<PlatformClient> = {
  channels: {
    list: { method: 'GET', path: '/channels/', takes: 'query', gives: 'slices', under: 'channels' },
    listTemplates: { method: 'GET', path: '/channels/msgapp/templates/', takes: 'query', gives: 'slices', under: 'templates' },
    get: { method: 'GET', path: '/channels/{channel_id}/', gives: 'value', under: 'channel' },
  },
  hooks: {
    list: { method: 'GET', path: '/channels/{channel_id}/message_hooks/', takes: 'query', gives: 'slices', under: 'hooks' },
    create: { method: 'POST', path: '/channels/{channel_id}/message_hooks/', takes: 'body', gives: 'value', under: 'hook' },
    get: { method: 'GET', path: '/channels/{channel_id}/message_hooks/{hook_id}/', gives: 'value', under: 'hook' },
    update: { method: 'PATCH', path: '/channels/{channel_id}/message_hooks/{hook_id}/', takes: 'body', gives: 'value', under: 'hook' },
    delete: { method: 'DELETE', path: '/channels/{channel_id}/message_hooks/{hook_id}/', gives: 'nothing' },
  },
  customers: {
    list: { method: 'GET', path: '/customers/', takes: 'query', gives: 'slices', under: 'customers' },
    get: { method: 'GET', path: '/customers/{customer_id}/', gives: 'value', under: 'customer' },
    update: { method: 'PATCH', path: '/customers/{customer_id}/', takes: 'body', gives: 'value', under: 'customer' },
    delete: { method: 'DELETE', path: '/customers/{customer_id}/', gives: 'nothing' },
    archive: { method: 'PUT', path: '/customers/{customer_id}/archive/', gives: 'nothing' },
    unarchive: { method: 'PUT', path: '/customers/{customer_id}/unarchive/', gives: 'nothing' },
    block: { method: 'PUT', path: '/customers/{customer_id}/block/', gives: 'nothing' },
    unblock: { method: 'PUT', path: '/customers/{customer_id}/unblock/', gives: 'nothing' },
    optIn: { method: 'PUT', path: '/customers/{customer_id}/opt_in/', gives: 'nothing' },
    optOut: { method: 'PUT', path: '/customers/{customer_id}/opt_out/', gives: 'nothing' },
    assignToCaller: { method: 'PUT', path: '/customers/{customer_id}/assign/', gives: 'nothing' },
    assign: { method: 'PUT', path: '/customers/{customer_id}/assign/{agent_id}/', gives: 'nothing' },
    assignToBot: { method: 'PUT', path: '/customers/{customer_id}/assign_bot/{bot_number}/', takes: 'body', gives: 'nothing' },
    unassign: { method: 'PUT', path: '/customers/{customer_id}/unassign/', gives: 'nothing' },
  },
  fields: {
    get: { method: 'GET', path: '/customers/{customer_id}/fields/{field_name}/', gives: 'value', under: 'field' },
    create: { method: 'POST', path: '/customers/{customer_id}/fields/{field_name}/', takes: 'body', gives: 'value', under: 'field' },
    save: { method: 'PUT', path: '/customers/{customer_id}/fields/{field_name}/', takes: 'body', gives: 'value', under: 'field' },
    delete: { method: 'DELETE', path: '/customers/{customer_id}/fields/{field_name}/', gives: 'nothing' },
  },
  messages: {
    list: { method: 'GET', path: '/customers/{customer_id}/messages/', takes: 'query', gives: 'slices', under: 'messages' },
    sendText: { method: 'POST', path: '/customers/{customer_id}/send_text/', takes: 'body', gives: 'nothing' },
    sendImage: { method: 'POST', path: '/customers/{customer_id}/send_image/', takes: 'body', gives: 'nothing' },
    sendLocation: { method: 'POST', path: '/customers/{customer_id}/send_location/', takes: 'body', gives: 'nothing' },
  },
  contract: {
    get: { method: 'GET', path: '/openapi.yml', gives: 'text' },
  },
};
