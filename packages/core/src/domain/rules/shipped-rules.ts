import { accountUnknown } from './account-unknown/account-unknown.ts';
import { blockCheck } from './block-check/block-check.ts';
import { blockNotOnChannelFamily } from './block-not-on-channel-family/block-not-on-channel-family.ts';
import { connectionIdMismatch } from './connection-id-mismatch/connection-id-mismatch.ts';
import { connectionMalformed } from './connection-malformed/connection-malformed.ts';
import { connectionSourceUnknown } from './connection-source-unknown/connection-source-unknown.ts';
import { connectionTargetUnknown } from './connection-target-unknown/connection-target-unknown.ts';
import { endlessLoop } from './endless-loop/endless-loop.ts';
import { fieldNameReserved } from './field-name-reserved/field-name-reserved.ts';
import { formulaMalformed } from './formula-malformed/formula-malformed.ts';
import { greetingNotAllowed } from './greeting-not-allowed/greeting-not-allowed.ts';
import { greetingVersion } from './greeting-version/greeting-version.ts';
import { linkedBotUnknown } from './linked-bot-unknown/linked-bot-unknown.ts';
import { linkedBotUnpublished } from './linked-bot-unpublished/linked-bot-unpublished.ts';
import { linkedNodeUnknown, linkedNodeUnknownElsewhere } from './linked-node-unknown/linked-node-unknown.ts';
import { modelUnknown } from './model-unknown/model-unknown.ts';
import { nodeKeyMismatch } from './node-key-mismatch/node-key-mismatch.ts';
import { nodeMalformed } from './node-malformed/node-malformed.ts';
import { nodePathMismatch } from './node-path-mismatch/node-path-mismatch.ts';
import { outputConnectedTwice } from './output-connected-twice/output-connected-twice.ts';
import { outputUnknown } from './output-unknown/output-unknown.ts';
import { paramRules } from './params/params.ts';
import type { CheckContext, Rule } from './rule.ts';
import { startConnection } from './start-connection/start-connection.ts';
import { startPoint } from './start-point/start-point.ts';
import { targetNotAllowed } from './target-not-allowed/target-not-allowed.ts';

export const shippedRules: readonly Rule<CheckContext>[] = [
  startPoint,
  startConnection,
  nodeMalformed,
  nodeKeyMismatch,
  nodePathMismatch,
  greetingNotAllowed,
  greetingVersion,
  paramRules,
  blockCheck,
  formulaMalformed,
  fieldNameReserved,
  linkedBotUnknown,
  linkedBotUnpublished,
  linkedNodeUnknown,
  linkedNodeUnknownElsewhere,
  accountUnknown,
  modelUnknown,
  blockNotOnChannelFamily,
  endlessLoop,
  connectionMalformed,
  connectionIdMismatch,
  connectionSourceUnknown,
  connectionTargetUnknown,
  outputUnknown,
  outputConnectedTwice,
  targetNotAllowed,
];

/** All codes of the shipped rules. Blocks of a host may report others. @spec RU12 */
export const ruleCodes: readonly string[] = [...new Set(shippedRules.flatMap(({ codes }) => codes))];
