import type { Alarm } from '../../ports/alarm.ts';
import type { Clock } from '../../ports/clock.ts';
import { createStepGate, type StepGate } from './step-gate.ts';
import { createStepPace, type StepPace } from './step-pace.ts';

/** When the steps of one process are taken, whoever takes them. */
export interface StepOrder {
  readonly gate: StepGate;
  readonly pace: StepPace;
}

export function createStepOrder(parts: { readonly clock: Clock; readonly alarm: Alarm }): StepOrder {
  return { gate: createStepGate(), pace: createStepPace(parts) };
}
