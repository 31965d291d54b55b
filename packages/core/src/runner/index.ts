/** @module Runs conversations of Botwright diagrams, one pure step at a time. */
export { sampleAnswers } from '../blocks/sample-answers.ts';
export type { BlockBehaviour, ExecutionContext, SampleAnswer } from './behaviour/block-behaviour.ts';
export { failWith, leave, type Transition, waitForResult, waitForVisitor } from './behaviour/transition.ts';
export type { StepBudget } from './budget/step-budget.ts';
export { conversationRunner, type RunnerOptions } from './conversation-runner.ts';
export { type DefinedBlock, defineBlock } from './define-block.ts';
export { defaultLimits, type RunnerLimits } from './limits.ts';
export { stepToRest } from './step-to-rest.ts';
export { fillText } from './text/fill-text.ts';
