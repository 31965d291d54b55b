/** @module The diagram model: block catalog, edits, differences and rules. Runs in a browser. @spec DG22 */

export { shippedBlocks } from '../blocks/definitions.ts';
export type {
  BlockDefinition,
  BlockReference,
  BlockVariant,
  HostBlock,
  ParamDefinition,
  ParamRules,
} from '../domain/blocks/block-definition.ts';
export { planTiers } from '../domain/blocks/block-definition.ts';
export { type Catalog, createCatalog } from '../domain/blocks/catalog.ts';
export { describeBlock, param } from '../domain/blocks/describe-block.ts';
export { defaultParams, outputsOf, paramsInForce, selectVariant } from '../domain/blocks/variant.ts';
export { type ChannelCapabilities, type ChannelFamily, channelFamilies, greetingSlotOf } from '../domain/channel.ts';
export { closestName } from '../domain/closest-name.ts';
export { roomOfBlock } from '../domain/diagram/block-room.ts';
export { completeDiagram } from '../domain/diagram/complete-diagram.ts';
export type { Diagram, DiagramConnection, DiagramNode } from '../domain/diagram/diagram.ts';
export { connectionIdOf, isDiagramConnection, isNode, startDiagram, startPointId } from '../domain/diagram/diagram.ts';
export { parseDiagram } from '../domain/diagram/parse-diagram.ts';
export { type BotLink, botLinksIn, type NamedBot, relinkBots } from '../domain/diagram/relink-bots.ts';
export type { DiagramDiff, DiffEntry } from '../domain/diff/diff-diagrams.ts';
export { diffDiagrams, hasChanges } from '../domain/diff/diff-diagrams.ts';
export { applyChangeSet } from '../domain/edits/apply-change-set.ts';
export type { BlockEdit, BlockInput, BlocksInput, ChangeSet, ConnectionInput } from '../domain/edits/change-set.ts';
export type { EditContext } from '../domain/edits/edit-result.ts';
export { addBlocks, deleteBlock, editBlock } from '../domain/edits/single-edits.ts';
export type { JsonObject, JsonValue } from '../domain/json/json-value.ts';
export { inspectDiagram } from '../domain/lints/inspect-diagram.ts';
export type { LintConfiguration, LintContext, LintLevel } from '../domain/lints/lint.ts';
export { lintDiagram } from '../domain/lints/lint-diagram.ts';
export { lintIds } from '../domain/lints/shipped-lints.ts';
export {
  defineLint,
  defineRule,
  type OwnCheck,
  type OwnLint,
  type OwnLints,
  type OwnRule,
  type OwnRules,
} from '../domain/own-rules/own-rule.ts';
export { checkDiagram, type DiagramContext } from '../domain/rules/check-diagram.ts';
export type { BotIdentity } from '../domain/rules/diagram-index.ts';
export { isReservedFieldName } from '../domain/rules/field-name-reserved/field-name-reserved.ts';
export { jumpsIn } from '../domain/rules/jumps.ts';
export type { CheckContext, ViolationSeverity } from '../domain/rules/rule.ts';
export { ruleCodes } from '../domain/rules/shipped-rules.ts';
export type { CheckResult, Violation } from '../domain/rules/violation.ts';
