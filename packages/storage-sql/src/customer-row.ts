import { type CustomerRecord, microsOf, momentOf } from '@botwright/core/ports';

export interface CustomerRow {
  readonly number: number;
  readonly workspace: number;
  readonly purpose: CustomerRecord['purpose'];
  readonly channel: number;
  readonly token: string | null;
  readonly agent: number | null;
  readonly bot_id: string | null;
  /** 0 or 1. */
  readonly archived: number;
  readonly blocked: number;
  readonly opt_in: number;
  readonly register_date: number;
  readonly unread: number;
  /** In microseconds, unlike other moments. */
  readonly last_message_at: number | null;
  readonly last_seq: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** JSON, by name. */
  readonly fields: string;
  /** 0 or 1. */
  readonly is_external: number | null;
  readonly expires_at: number | null;
}

export const customerColumns = [
  'number',
  'workspace',
  'purpose',
  'channel',
  'token',
  'agent',
  'bot_id',
  'archived',
  'blocked',
  'opt_in',
  'register_date',
  'unread',
  'last_message_at',
  'last_seq',
  'name',
  'email',
  'phone',
  'fields',
  'is_external',
  'expires_at',
] as const satisfies readonly (keyof CustomerRow)[];

export function encodeCustomer(customer: CustomerRecord): CustomerRow {
  return {
    number: customer.number,
    workspace: customer.workspace,
    purpose: customer.purpose,
    channel: customer.channelNumber,
    token: customer.token ?? null,
    agent: customer.agentId ?? null,
    bot_id: customer.botId ?? null,
    archived: Number(customer.archived),
    blocked: Number(customer.blocked),
    opt_in: Number(customer.optIn),
    register_date: customer.registerDate,
    unread: customer.unread,
    last_message_at: customer.lastMessageAt === undefined ? null : microsOf(customer.lastMessageAt),
    last_seq: customer.lastSeq,
    name: customer.name,
    email: customer.email,
    phone: customer.phone,
    fields: JSON.stringify(customer.fields),
    is_external: customer.isExternal === undefined ? null : Number(customer.isExternal),
    expires_at: customer.expiresAt ?? null,
  };
}

export function decodeCustomer(row: CustomerRow): CustomerRecord {
  return {
    number: row.number,
    workspace: row.workspace,
    purpose: row.purpose,
    channelNumber: row.channel,
    ...(row.token === null ? undefined : { token: row.token }),
    ...(row.agent === null ? undefined : { agentId: row.agent }),
    ...(row.bot_id === null ? undefined : { botId: row.bot_id }),
    archived: row.archived === 1,
    blocked: row.blocked === 1,
    optIn: row.opt_in === 1,
    registerDate: row.register_date,
    unread: row.unread,
    ...(row.last_message_at === null ? undefined : { lastMessageAt: momentOf(row.last_message_at) }),
    lastSeq: row.last_seq,
    name: row.name,
    email: row.email,
    phone: row.phone,
    fields: JSON.parse(row.fields),
    ...(row.is_external === null ? undefined : { isExternal: row.is_external === 1 }),
    ...(row.expires_at === null ? undefined : { expiresAt: row.expires_at }),
  };
}
