import type { VisitorInput } from '../../domain/conversation/messages.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { isSameNumber } from '../../domain/number-text.ts';
import type { ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { type AcceptedAnswer, questionBehaviour, seenAnswer, takeTyped } from '../../runner/behaviour/question.ts';
import { type DecimalMark, numberOf, readNumber } from '../../runner/field/read-number.ts';
import { fillJson } from '../../runner/text/fill-json.ts';

/** @spec RN60, RN61, RN141 */
export const askNumber = questionBehaviour({
  block: 'ask_number',
  samples: numbersWithin,
  read,
  take: (held, context) =>
    typeof held.value === 'number' ? withinBounds(held.value, context) : takeTyped(read, held, context),
  expects: (context) => {
    const [min, max] = [boundOf(context, 'min'), boundOf(context, 'max')];
    return { kind: 'number', ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  },
});

function read(message: VisitorInput, context: ExecutionContext): AcceptedAnswer | undefined {
  const value = readNumber(seenAnswer(message, context.budget), decimalOf(context));
  return value === undefined ? undefined : withinBounds(value, context);
}

function withinBounds(value: number, context: ExecutionContext): AcceptedAnswer | undefined {
  const [min, max] = [boundOf(context, 'min'), boundOf(context, 'max')];
  const isTooSmall = min !== undefined && value < min && !isSameNumber(value, min);
  const isTooGreat = max !== undefined && value > max && !isSameNumber(value, max);
  return isTooSmall || isTooGreat ? undefined : { type: 'float', value };
}

function decimalOf({ params }: ExecutionContext): DecimalMark {
  const decimal = ownMember(params, 'decimal');
  return decimal === 'comma' || decimal === 'ask' ? decimal : 'point';
}

/** A number, or a text with Fields filled in that reads as one. */
function boundOf({ params, fields, limits, budget }: ExecutionContext, name: string): number | undefined {
  return numberOf(fillJson(ownMember(params, name) ?? null, fields, limits.textLength, budget));
}

function numbersWithin({ min, max }: JsonObject): readonly string[] {
  // A formula that divides by the answer fails with 0.
  const positive = typeof min === 'number' ? Math.max(min, 1) : undefined;
  return [positive, min, max, 1].filter((answer) => typeof answer === 'number').map(String);
}
