import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import {
  destinationField,
  destinationOnSuccess,
  destinationParam,
  savedAtDestination,
} from '../../domain/blocks/saved-field.ts';
import { mathFunctions } from '../../domain/formula/math-functions.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';

export const formulas = describeOneShape({
  name: 'formulas',
  template: 'formulas',
  title: 'Formulas',
  description: 'Computes a CEL expression over the Fields.',
  group: 'logic',
  saysNothing: () => true,
  params: [
    param('expression', 'string', {
      required: true,
      rules: { nonEmpty: true },
      description: 'CEL expression; Fields are read by their names.',
    }),
    destinationParam,
  ],
  outputs: ['$success', '$failed'],
  requiredTier: 'professional',
  formulas: ['expression'],
  setsFields: destinationField,
  savesFields: savedAtDestination,
  fieldsAfter: destinationOnSuccess,
  readsFields: namesInExpression,
});

/**
 * Every bare name of the expression that is not called and does not follow a dot, and every name read from the map
 * `fields`. Some names may not be Fields.
 */
function namesInExpression(params: JsonObject): readonly string[] {
  const expression = ownMember(params, 'expression');
  if (typeof expression !== 'string') return [];
  const fromMap = [...expression.matchAll(mapMember)].flatMap((match) =>
    match.slice(1).filter((name) => name !== undefined),
  );
  const names = expression.replace(quoted, '""').replace(mathCall, '(').match(bareName) ?? [];
  return [...new Set([...names, ...fromMap])].filter((name) => !['true', 'false', 'null', 'in'].includes(name));
}

/** An unclosed text matches to the end, so that the pattern never backtracks. */
const quoted = /"(?:[^"\\]|\\.?)*(?:"|$)|'(?:[^'\\]|\\.?)*(?:'|$)/gsu;
const mapMember = /(?<![\w.])fields\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\])/gu;
const mathCall = new RegExp(`(?<![\\w.])math\\s*\\.\\s*(?:${[...mathFunctions].join('|')})\\s*\\(`, 'gu');
const bareName = /(?<![\w.])[A-Za-z_]\w*\b(?!\s*\()/gu;
