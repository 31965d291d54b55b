/** @module The diagram model, block catalog, edits, differences and rules alone: runs in a browser. @spec DG22 */
export type {
  BlockDefinition,
  BlockProblem,
  BlockReference,
  BlockVariant,
  OutputDerivation,
  ParamDefinition,
  ParamRules,
  ParamType,
  PlanTier,
} from '../domain/blocks/block-definition.ts';
export { planTiers } from '../domain/blocks/block-definition.ts';
export { type Catalog, createCatalog } from '../domain/blocks/catalog.ts';
export { shippedBlocks } from '../domain/blocks/shipped.ts';
export { defaultParams, outputsOf, paramsInForce, selectVariant } from '../domain/blocks/variant.ts';
export { channelFamilies, greetingSlotOf } from '../domain/channel/channel-family.ts';
export { customerFields } from '../domain/customer/record-fields.ts';
export { type AccountReference, accountsOf } from '../domain/diagram/accounts-of.ts';
export { type CompletedDiagram, type CompletionContext, completeDiagram } from '../domain/diagram/complete-diagram.ts';
export type { Diagram, DiagramConnection, DiagramNode } from '../domain/diagram/diagram.ts';
export { connectionIdOf, isDiagramConnection } from '../domain/diagram/is-diagram-connection.ts';
export { isNode } from '../domain/diagram/is-node.ts';
export { type LinkedBot, linkedBotsOf } from '../domain/diagram/linked-bots.ts';
export { type ParsedDiagram, parseDiagram } from '../domain/diagram/parse-diagram.ts';
export { startDiagram, startPointId } from '../domain/diagram/start-diagram.ts';
export type {
  BlockChange,
  DiagramDiff,
  DiffChange,
  DiffEntry,
  DiffOptions,
  MapDiff,
} from '../domain/diff/diagram-diff.ts';
export { diffDiagrams, hasChanges } from '../domain/diff/diff-diagrams.ts';
export { addBlocks } from '../domain/edits/add-blocks.ts';
export { applyChangeSet } from '../domain/edits/apply-change-set.ts';
export { botIdsInChangeSet } from '../domain/edits/bot-ids-in-change-set.ts';
export type {
  BlockEdit,
  BlockInput,
  BlocksInput,
  ChangeSet,
  ConnectionInput,
  LeavingConnections,
} from '../domain/edits/change-set.ts';
export { deleteBlock } from '../domain/edits/delete-block.ts';
export { editBlock } from '../domain/edits/edit-block.ts';
export type {
  AppliedEdit,
  BlockEditResult,
  EditContext,
  EditResult,
  RefusedEdit,
} from '../domain/edits/edit-result.ts';
export type { FeedbackConfiguration } from '../domain/feedback/feedback.ts';
export {
  defaultFieldBounds,
  type FieldBounds,
  type FieldBoundsFault,
  findFieldBoundsFault,
} from '../domain/field/field-bounds.ts';
export { isHttpUrl } from '../domain/input/is-http-url.ts';
export { jsonBytes } from '../domain/json/json-bytes.ts';
export { isJsonList, isJsonObject, type JsonObject, type JsonValue, ownMember } from '../domain/json/json-value.ts';
export type {
  LintConfiguration,
  LintContext,
  LintFinding,
  LintLevel,
  LintResult,
} from '../domain/lints/lint.ts';
export { lintDiagram } from '../domain/lints/lint-diagram.ts';
export { lintIds } from '../domain/lints/shipped-lints.ts';
export type { CheckContext } from '../domain/rules/check-context.ts';
export { checkDiagram } from '../domain/rules/check-diagram.ts';
export { ruleCodes } from '../domain/rules/shipped-rules.ts';
export type { CheckResult, Violation, ViolationSeverity } from '../domain/rules/violation.ts';
export { countCodePoints } from '../domain/text/plain-text.ts';
export type { EpochMs } from '../domain/time/epoch-ms.ts';
