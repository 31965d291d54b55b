/** @module Runs conversations of Botwright diagrams, one pure step at a time. */
export { sampleAnswers } from '../blocks/sample-answers.ts';
export type { BlockBehaviour, ExecutionContext, SampleAnswer } from './behaviour/block-behaviour.ts';
export {
  type AwaitedRequest,
  failWith,
  leave,
  type NextPosition,
  type NoticeRequest,
  type Transition,
  type TransitionParts,
  waitForResult,
  waitForVisitor,
} from './behaviour/transition.ts';
export type { StepBudget } from './budget/step-budget.ts';
export { conversationRunner, type RunnerOptions } from './conversation-runner.ts';
export { type DefinedBlock, defineBlock } from './define-block.ts';
export { defaultLimits, type FormulaLimits, type RunnerLimits } from './limits.ts';
export { type RestOptions, stepToRest } from './step-to-rest.ts';
export { fillText } from './text/fill-text.ts';
