import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import {
  destinationField,
  destinationOnSuccess,
  destinationParam,
  savedAtDestination,
} from '../../domain/blocks/saved-field.ts';
import { namesInFormula } from '../../domain/formula/names-in-formula.ts';
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

function namesInExpression(params: JsonObject): readonly string[] {
  const expression = ownMember(params, 'expression');
  return typeof expression === 'string' ? namesInFormula(expression) : [];
}
