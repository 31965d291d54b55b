import { type JsonObject, ownMember } from '../json/json-value.ts';
import type { BlockDefinition, ParamDefinition } from './block-definition.ts';
import { param } from './describe-block.ts';
import { fieldNamePattern } from './saved-field.ts';

const sourceParam = param('source', 'string', {
  default: 'fixed',
  isDefaultWritten: false,
  rules: { enum: ['fixed', 'list'] },
  description: 'Whether the choices are written here, or are the entries of a Field.',
});

const pointer = { pattern: '^(?:/(?:[^~/]|~[01])*)*$' };

const listParams = [
  param('list', 'string', {
    required: true,
    rules: { nonEmpty: true, pattern: fieldNamePattern },
    description: 'Field with the list of choices: texts, or objects. The first 100 entries are offered.',
  }),
  param('labelPath', 'string', {
    rules: pointer,
    description: 'RFC 6901 pointer into an entry, to its label. Default: the entry.',
  }),
  param('valuePath', 'string', {
    rules: pointer,
    description: 'RFC 6901 pointer into an entry, to the value that is saved. Default: the entry.',
  }),
];

interface ListVariant {
  /** The param with the written choices. */
  readonly param: string;
  /** More params of the variant with a list. */
  readonly params?: readonly ParamDefinition[];
  /** Outputs of the variant with a list. */
  readonly outputs: readonly string[];
}

/**
 * Adds a variant to a question of one shape in which the entries of a Field take the place of the written choices.
 *
 * @spec CX10
 */
export function withListSource(
  question: BlockDefinition,
  { param: written, params = [], outputs }: ListVariant,
): BlockDefinition {
  return {
    ...question,
    variants: question.variants.flatMap((variant) => {
      const at = variant.params.findIndex(({ name }) => name === written);
      const [before, own, after] = [
        [...variant.params.slice(0, at), sourceParam],
        variant.params.slice(at, at + 1),
        variant.params.slice(at + 1),
      ];
      return [
        { ...variant, selector: [{ param: 'source', values: ['fixed'] }], params: [...before, ...own, ...after] },
        {
          ...variant,
          selector: [{ param: 'source', values: ['list'] }],
          params: [...before, ...listParams, ...params, ...after],
          outputs,
          outputDerivations: variant.outputDerivations.filter((derivation) => derivation.param !== written),
        },
      ];
    }),
    readsFields: (given) => [...listField(given), ...(question.readsFields?.(given) ?? [])],
    needsFields: (given) => [...listField(given), ...(question.needsFields?.(given) ?? [])],
  };
}

function listField(params: JsonObject): readonly string[] {
  const name = ownMember(params, 'list');
  return ownMember(params, 'source') === 'list' && typeof name === 'string' && name !== '' ? [name] : [];
}
