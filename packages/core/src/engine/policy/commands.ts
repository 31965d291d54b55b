import type { ChannelEngine } from '../conversations/channel-engine.ts';
import type { BrandEngine } from '../engine.ts';
import type { WebChat } from '../web-chat/web-chat.ts';
import type { PolicyFacts } from './policy-facts.ts';

interface Families extends Omit<BrandEngine, 'principal' | 'require' | 'queueLargeInput' | 'beginLargeAnswer'> {
  readonly channel: Pick<ChannelEngine, 'send'>;
  readonly webChat: WebChat;
}

/** Describes a use-case that changes something. */
interface Describing<TGiven extends readonly unknown[]> {
  /** The ids of the command, from the arguments of the use-case, which has read them before. */
  ids(...given: TGiven): object;
  /** The facts that its decision has. */
  readonly facts: readonly (keyof PolicyFacts)[];
}

type Description<TUseCase> = TUseCase extends (...given: infer TGiven) => unknown ? Describing<TGiven> | 'read' : never;

type Descriptions = {
  readonly [TFamily in keyof Families]: {
    readonly [TUseCase in keyof Families[TFamily]]: Description<Families[TFamily][TUseCase]>;
  };
};

const ofBot = { ids: (botId: string) => ({ botId }), facts: ['bot'] } as const;
const ofDraft = { ids: (botId: string) => ({ botId }), facts: ['bot', 'draft'] } as const;
const ofBlock = { ids: (botId: string, blockId: string) => ({ botId, blockId }), facts: ['bot', 'draft'] } as const;
const ofVersion = {
  ids: (botId: string, versionId: string) => ({ botId, versionId }),
  facts: ['bot', 'version'],
} as const;
const ofChannel = { ids: (channel: number) => ({ channel }), facts: ['channel'] } as const;
const ofHook = { ids: (channel: number, hook: number) => ({ channel, hook }), facts: ['channel', 'hook'] } as const;
const ofCustomer = { ids: (customer: number) => ({ customer }), facts: ['customer'] } as const;
const ofField = { ids: (customer: number, field: string) => ({ customer, field }), facts: ['customer'] } as const;

/** The commands among the use-cases: the ids and the facts of each. @spec PO1, PO2, PO6 */
export const commands = {
  bots: {
    create: { ids: () => ({}), facts: ['bots'] },
    list: 'read',
    get: 'read',
    update: ofBot,
    trash: ofBot,
    destroy: ofBot,
    duplicate: { ids: ({ botId }) => ({ botId }), facts: ['bot', 'bots'] },
    importOlder: { ids: () => ({}), facts: ['bots'] },
    importOlderVersions: ofBot,
    live: 'read',
    testDeployment: 'read',
    scenarios: 'read',
    saveScenarios: ofBot,
  },
  drafts: {
    get: 'read',
    replace: ofDraft,
    applyChangeSet: ofDraft,
    addBlocks: ofDraft,
    editBlock: ofBlock,
    deleteBlock: ofBlock,
    discard: ofDraft,
    revisions: 'read',
    validate: 'read',
    deployTest: ofDraft,
  },
  versions: {
    list: 'read',
    get: 'read',
    latest: 'read',
    preview: 'read',
    publish: ofDraft,
    restore: { ids: ofVersion.ids, facts: ['bot', 'draft', 'version'] },
    label: ofVersion,
    delete: ofVersion,
  },
  feedback: { get: 'read', put: ofBot },
  channels: {
    create: { ids: () => ({}), facts: [] },
    list: 'read',
    get: 'read',
    update: ofChannel,
    setBot: {
      ids: (channel, botId) => ({ channel, ...(botId !== undefined && { botId }) }),
      facts: ['channel', 'bot'],
    },
    renewToken: ofChannel,
  },
  customers: {
    list: 'read',
    listInParts: 'read',
    get: 'read',
    update: ofCustomer,
    delete: ofCustomer,
    archive: ofCustomer,
    unarchive: ofCustomer,
    block: ofCustomer,
    unblock: ofCustomer,
    optIn: ofCustomer,
    optOut: ofCustomer,
    assign: {
      ids: (customer, agent) => ({ customer, ...(agent !== undefined && { agent }) }),
      facts: ['customer'],
    },
    assignBot: { ids: (customer, botNumber) => ({ customer, botNumber }), facts: ['customer', 'bot'] },
    unassign: ofCustomer,
    getField: 'read',
    setField: ofField,
    deleteField: ofField,
  },
  messages: { send: ofCustomer, list: 'read', listInParts: 'read' },
  hooks: {
    create: { ids: ofChannel.ids, facts: ['channel', 'hooks'] },
    list: 'read',
    get: 'read',
    update: ofHook,
    delete: ofHook,
  },
  deliveries: {
    list: 'read',
    get: 'read',
    body: 'read',
    replay: { ids: (deliveryId) => ({ deliveryId }), facts: ['delivery'] },
  },
  accounts: {
    list: 'read',
    listSpreadsheets: 'read',
    listSheets: 'read',
    listColumns: 'read',
    listEventTypes: 'read',
    ask: 'read',
    startConnection: { ids: (kind) => ({ kind }), facts: [] },
    getConnection: 'read',
  },
  conversations: {
    receive: { ids: ({ bot: botId }) => ({ botId }), facts: ['channel', 'customer'] },
    start: { ids: ({ bot: botId }) => ({ botId }), facts: ['channel', 'customer'] },
    runUntilIdle: 'read',
    journal: 'read',
    messages: 'read',
    nextMessages: 'read',
    follow: 'read',
    status: 'read',
    close: ofCustomer,
    resolve: ofCustomer,
  },
  catalog: { list: 'read' },
  channel: { send: { ids: (customerToken) => ({ customerToken }), facts: ['channel', 'customer'] } },
  webChat: {
    findBot: 'read',
    checkOpening: 'read',
    begin: { ids: (botNumber) => ({ botNumber }), facts: ['channel', 'customer'] },
    authenticate: 'read',
    send: { ids: ({ bot: botNumber, customer }) => ({ botNumber, customer }), facts: ['channel', 'customer'] },
    // The message with the file passes the policy as `send`.
    storeFile: 'read',
    openFile: 'read',
    follow: 'read',
  },
} as const satisfies Descriptions;

type Commands = typeof commands;

type CommandsOf<TFamily extends keyof Commands & string> = {
  [TUseCase in keyof Commands[TFamily] & string]: Commands[TFamily][TUseCase] extends {
    ids(...given: never): infer TIds;
  }
    ? { readonly type: `${TFamily}.${TUseCase}` } & { readonly [TId in keyof TIds]: TIds[TId] }
    : never;
}[keyof Commands[TFamily] & string];

/**
 * A use-case that would change something: its family and its name, such as `versions.publish`, with its ids. Uuids are
 * in lower case.
 */
export type PolicyCommand = { [TFamily in keyof Commands & string]: CommandsOf<TFamily> }[keyof Commands & string];
