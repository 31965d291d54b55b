import type { BlockBehaviour } from '../behaviour/block-behaviour.ts';
import { choices } from './choices.ts';
import { flow } from './flow.ts';
import { integrations } from './integrations.ts';
import { logic } from './logic.ts';
import { questions } from './questions.ts';
import { spreadsheets } from './spreadsheets.ts';
import { webhook } from './webhook.ts';

/** The behaviours of the shipped blocks. @spec RN115 */
export const shippedBehaviours: readonly BlockBehaviour[] = [
  ...flow,
  ...questions,
  ...choices,
  ...logic,
  ...integrations,
  webhook,
  spreadsheets,
];
