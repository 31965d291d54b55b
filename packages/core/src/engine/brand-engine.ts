import { createBot } from './bots/create-bot.ts';
import { destroyBot } from './bots/destroy-bot.ts';
import { getBot } from './bots/get-bot.ts';
import { listBots } from './bots/list-bots.ts';
import { getLive, getTestDeployment } from './bots/live.ts';
import { trashBot } from './bots/trash-bot.ts';
import { updateBot } from './bots/update-bot.ts';
import type { BrandEngine } from './engine.ts';
import { getFeedback, putFeedback } from './feedback.ts';
import { requirePermission, type Scope } from './scope.ts';
import { deleteVersion } from './versions/delete-version.ts';
import { labelVersion } from './versions/label-version.ts';
import { getLatestVersion, getVersion, listVersions } from './versions/read-versions.ts';

/** Binds the use-cases to one caller. */
export function brandEngine(scope: Scope): BrandEngine {
  return {
    principal: scope.principal,
    bots: {
      create: (creation) => createBot(scope, creation),
      list: (request) => listBots(scope, request),
      get: (botId) => getBot(scope, botId),
      update: (botId, change) => updateBot(scope, botId, change),
      trash: (botId) => trashBot(scope, botId),
      destroy: (botId) => destroyBot(scope, botId),
      duplicate: unserved,
      importOlder: unserved,
      importOlderVersions: unserved,
      live: (botId) => getLive(scope, botId),
      testDeployment: (botId) => getTestDeployment(scope, botId),
    },
    drafts: {
      get: unserved,
      replace: unserved,
      applyChangeSet: unserved,
      addBlocks: unserved,
      editBlock: unserved,
      deleteBlock: unserved,
      discard: unserved,
      revisions: unserved,
      validate: unserved,
      deployTest: unserved,
    },
    versions: {
      list: (botId, page) => listVersions(scope, botId, page),
      get: (botId, versionId) => getVersion(scope, botId, versionId),
      latest: (botId) => getLatestVersion(scope, botId),
      publish: unserved,
      restore: unserved,
      label: (botId, versionId, name) => labelVersion(scope, botId, versionId, name),
      delete: (botId, versionId) => deleteVersion(scope, botId, versionId),
    },
    feedback: {
      get: (botId) => getFeedback(scope, botId),
      put: (botId, configuration) => putFeedback(scope, botId, configuration),
    },
    catalog: { list: unserved },
    require: (permission) => requirePermission(scope.principal, permission),
  };
}

async function unserved(): Promise<never> {
  throw new Error('This use-case is not built yet.');
}
