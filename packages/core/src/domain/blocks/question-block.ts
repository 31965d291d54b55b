import type { BlockDefinition, ParamDefinition } from './block-definition.ts';
import { describeOneShape, param } from './describe-block.ts';
import { destinationField, destinationParam, savedAtDestination } from './saved-field.ts';

/** The texts of a question. `@{name}` inserts a Field. */
export const questionTextParam: ParamDefinition = param('text', 'string', {
  required: true,
  rules: { nonEmpty: true },
  description: 'What the visitor is asked. @{name} inserts a Field.',
});

const errorTextParam = param('errorText', 'string', {
  description: 'What the visitor reads when the answer is not accepted.',
});

type QuestionSketch = Pick<BlockDefinition, 'name' | 'template' | 'title' | 'description'> &
  Partial<Pick<BlockDefinition, 'canBeWelcome' | 'savesText' | 'ranges' | 'answerForms' | 'check'>> & {
    readonly params?: readonly ParamDefinition[];
  };

/** Makes the definition of a block that asks for one typed answer, waits for it and continues by `$success`. */
export function defineQuestion({ params = [], ...sketch }: QuestionSketch): BlockDefinition {
  return describeOneShape({
    savesText: true,
    ...sketch,
    group: 'questions',
    waits: true,
    params: [questionTextParam, destinationParam, errorTextParam, ...params],
    outputs: ['$success'],
    setsFields: destinationField,
    savesFields: savedAtDestination,
  });
}
