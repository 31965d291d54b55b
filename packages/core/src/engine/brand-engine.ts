import { listAccounts } from './accounts/list-accounts.ts';
import { listColumns, listEventTypes, listSheets, listSpreadsheets } from './accounts/read-provider.ts';
import { getConnection, startConnection } from './accounts/start-connection.ts';
import type { Accounts } from './accounts-handle.ts';
import { createBot } from './bots/create-bot.ts';
import { destroyBot } from './bots/destroy-bot.ts';
import { duplicateBot } from './bots/duplicate-bot.ts';
import { getBot } from './bots/get-bot.ts';
import { importOlderBot, importOlderVersions } from './bots/import-older.ts';
import { listBots } from './bots/list-bots.ts';
import { getLive, getTestDeployment } from './bots/live.ts';
import { trashBot } from './bots/trash-bot.ts';
import { updateBot } from './bots/update-bot.ts';
import { listCatalog } from './catalog.ts';
import { createChannel } from './channels/create-channel.ts';
import { getChannel } from './channels/get-channel.ts';
import { listChannels } from './channels/list-channels.ts';
import { renewToken } from './channels/renew-token.ts';
import { setChannelBot } from './channels/set-channel-bot.ts';
import { updateChannel } from './channels/update-channel.ts';
import { bindConversations } from './conversations/conversation-handle.ts';
import { assignAgent, unassign } from './customers/assign-agent.ts';
import { assignBot } from './customers/assign-bot.ts';
import { changeStanding } from './customers/change-standing.ts';
import { deleteField, getField, setField } from './customers/customer-fields.ts';
import { deleteCustomer } from './customers/delete-customer.ts';
import { getCustomer } from './customers/get-customer.ts';
import { listCustomers } from './customers/list-customers.ts';
import { updateCustomer } from './customers/update-customer.ts';
import { getDelivery } from './deliveries/get-delivery.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { replayDelivery } from './deliveries/replay-delivery.ts';
import { deployTest } from './drafts/deploy-test.ts';
import { discardDraft } from './drafts/discard-draft.ts';
import { addDraftBlocks, changeDraft, deleteDraftBlock, editDraftBlock } from './drafts/edit-blocks.ts';
import { getDraft } from './drafts/get-draft.ts';
import { listRevisions } from './drafts/list-revisions.ts';
import { replaceDraft } from './drafts/replace-draft.ts';
import { validateDiagram } from './drafts/validate-diagram.ts';
import type { Bots, BrandEngine, Drafts, Feedback, Versions } from './engine.ts';
import { getFeedback, putFeedback } from './feedback.ts';
import { createHook } from './hooks/create-hook.ts';
import { deleteHook } from './hooks/delete-hook.ts';
import { getHook } from './hooks/get-hook.ts';
import { listHooks } from './hooks/list-hooks.ts';
import { updateHook } from './hooks/update-hook.ts';
import { listMessages } from './messages/list-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import type { Channels, Customers, Deliveries, MessageHooks, Messages } from './platform.ts';
import { requirePermission, type Scope } from './scope.ts';
import { deleteVersion } from './versions/delete-version.ts';
import { labelVersion } from './versions/label-version.ts';
import { publishDraft } from './versions/publish-draft.ts';
import { getLatestVersion, getVersion, listVersions } from './versions/read-versions.ts';
import { restoreVersion } from './versions/restore-version.ts';

/** Binds the use-cases to one caller. */
export function brandEngine(scope: Scope): BrandEngine {
  return {
    principal: scope.principal,
    bots: bindBots(scope),
    drafts: bindDrafts(scope),
    versions: bindVersions(scope),
    feedback: bindFeedback(scope),
    channels: bindChannels(scope),
    customers: bindCustomers(scope),
    messages: bindMessages(scope),
    hooks: bindHooks(scope),
    deliveries: bindDeliveries(scope),
    accounts: bindAccounts(scope),
    conversations: bindConversations(scope),
    catalog: { list: () => listCatalog(scope) },
    require: (permission) => requirePermission(scope.principal, permission),
    inTurn: (work) => scope.turns.take(scope.principal.brand, async () => work()),
  };
}

function bindBots(scope: Scope): Bots {
  return {
    create: (creation, options) => createBot(scope, creation, options),
    list: (request) => listBots(scope, request),
    get: (botId) => getBot(scope, botId),
    update: (botId, change) => updateBot(scope, botId, change),
    trash: (botId) => trashBot(scope, botId),
    destroy: (botId) => destroyBot(scope, botId),
    duplicate: (duplication) => duplicateBot(scope, duplication),
    importOlder: (older) => importOlderBot(scope, older),
    importOlderVersions: (botId, versions) => importOlderVersions(scope, botId, versions),
    live: (botId) => getLive(scope, botId),
    testDeployment: (botId) => getTestDeployment(scope, botId),
  };
}

function bindDrafts(scope: Scope): Drafts {
  return {
    get: (botId) => getDraft(scope, botId),
    replace: (botId, diagram, options) => replaceDraft(scope, botId, diagram, options),
    applyChangeSet: (botId, changeSet, options) => changeDraft(scope, botId, changeSet, options),
    addBlocks: (botId, input, options) => addDraftBlocks(scope, botId, input, options),
    editBlock: (botId, blockId, edit, options) => editDraftBlock(scope, botId, blockId, edit, options),
    deleteBlock: (botId, blockId, options) => deleteDraftBlock(scope, botId, blockId, options),
    discard: (botId, options) => discardDraft(scope, botId, options),
    revisions: (botId, page) => listRevisions(scope, botId, page),
    validate: (botId, diagram, options) => validateDiagram(scope, botId, diagram, options),
    deployTest: (botId, options) => deployTest(scope, botId, options),
  };
}

function bindVersions(scope: Scope): Versions {
  return {
    list: (botId, page) => listVersions(scope, botId, page),
    get: (botId, versionId) => getVersion(scope, botId, versionId),
    latest: (botId) => getLatestVersion(scope, botId),
    publish: (botId, options) => publishDraft(scope, botId, options),
    restore: (botId, versionId, options) => restoreVersion(scope, botId, versionId, options),
    label: (botId, versionId, name) => labelVersion(scope, botId, versionId, name),
    delete: (botId, versionId) => deleteVersion(scope, botId, versionId),
  };
}

function bindFeedback(scope: Scope): Feedback {
  return {
    get: (botId) => getFeedback(scope, botId),
    put: (botId, configuration) => putFeedback(scope, botId, configuration),
  };
}

function bindChannels(scope: Scope): Channels {
  return {
    create: (creation) => createChannel(scope, creation),
    list: (request) => listChannels(scope, request),
    get: (channel) => getChannel(scope, channel),
    update: (channel, edit) => updateChannel(scope, channel, edit),
    setBot: (channel, botId) => setChannelBot(scope, channel, botId),
    renewToken: (channel) => renewToken(scope, channel),
  };
}

function bindCustomers(scope: Scope): Customers {
  return {
    list: (request) => listCustomers(scope, request),
    get: (customer) => getCustomer(scope, customer),
    update: (customer, edit) => updateCustomer(scope, customer, edit),
    delete: (customer) => deleteCustomer(scope, customer),
    archive: (customer) => changeStanding(scope, customer, 'archive'),
    unarchive: (customer) => changeStanding(scope, customer, 'unarchive'),
    block: (customer) => changeStanding(scope, customer, 'block'),
    unblock: (customer) => changeStanding(scope, customer, 'unblock'),
    optIn: (customer) => changeStanding(scope, customer, 'opt_in'),
    optOut: (customer) => changeStanding(scope, customer, 'opt_out'),
    assign: (customer, agentId) => assignAgent(scope, customer, agentId),
    assignBot: (customer, botNumber, options) => assignBot(scope, customer, botNumber, options),
    unassign: (customer) => unassign(scope, customer),
    getField: (customer, name) => getField(scope, customer, name),
    setField: (customer, name, field) => setField(scope, customer, name, field),
    deleteField: (customer, name) => deleteField(scope, customer, name),
  };
}

function bindMessages(scope: Scope): Messages {
  return {
    send: (customer, kind, body) => sendMessage(scope, customer, kind, body),
    list: (customer, request) => listMessages(scope, customer, request),
  };
}

function bindHooks(scope: Scope): MessageHooks {
  return {
    create: (channel, hook) => createHook(scope, channel, hook),
    list: (channel, request) => listHooks(scope, channel, request),
    get: (channel, hook) => getHook(scope, channel, hook),
    update: (channel, hook, edit) => updateHook(scope, { channel, hook }, edit),
    delete: (channel, hook) => deleteHook(scope, channel, hook),
  };
}

function bindDeliveries(scope: Scope): Deliveries {
  return {
    list: (request) => listDeliveries(scope, request),
    get: (id) => getDelivery(scope, id),
    replay: (id) => replayDelivery(scope, id),
  };
}

function bindAccounts(scope: Scope): Accounts {
  return {
    list: (kind) => listAccounts(scope, kind),
    listSpreadsheets: (accountId) => listSpreadsheets(scope, accountId),
    listSheets: (accountId, spreadsheetId) => listSheets(scope, accountId, spreadsheetId),
    listColumns: (accountId, spreadsheetId, sheetTitle) => listColumns(scope, accountId, { spreadsheetId, sheetTitle }),
    listEventTypes: (accountId) => listEventTypes(scope, accountId),
    startConnection: (kind) => startConnection(scope, kind),
    getConnection: (kind, connectionId) => getConnection(scope, kind, connectionId),
  };
}
