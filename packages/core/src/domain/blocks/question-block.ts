import type { BlockDefinition } from './block-definition.ts';
import { describeOneShape, param } from './describe-block.ts';
import { destinationField, destinationParam, savedAtDestination } from './saved-field.ts';

const textParam = param('text', 'string', {
  required: true,
  rules: { nonEmpty: true },
  description: 'What the visitor is asked. @{name} inserts a Field.',
});

const errorTextParam = param('errorText', 'string', {
  description: 'What the visitor reads when the answer is not accepted.',
});

type QuestionSketch = Pick<BlockDefinition, 'name' | 'template' | 'title' | 'description'> &
  Partial<
    Pick<BlockDefinition, 'canBeWelcome' | 'savesText' | 'takesFiles' | 'ranges' | 'answerForms' | 'check'> &
      Pick<BlockDefinition['variants'][number], 'params' | 'outputs' | 'outputDerivations'>
  >;

/** Makes the definition of a block that asks, waits for one answer and continues: by default by `$success`. */
export function defineQuestion({ params = [], outputs = ['$success'], ...sketch }: QuestionSketch): BlockDefinition {
  return describeOneShape({
    savesText: true,
    ...sketch,
    group: 'questions',
    waits: true,
    params: [textParam, destinationParam, errorTextParam, ...params],
    outputs,
    setsFields: destinationField,
    savesFields: savedAtDestination,
  });
}
