import type {
  BlockDefinition,
  BlockVariant,
  Catalog,
  JsonObject,
  JsonValue,
  ParamDefinition,
} from '@botwright/core/diagram';

/** JSON Schema, draft 7: editors read it best. */
export type Schema = { readonly [keyword: string]: JsonValue };

const text: Schema = { type: 'string' };
const texts: Schema = { type: 'array', items: text };

/**
 * Describes bot files: a diagram, or an object with the member `diagram`. It accepts the same nodes, connections and params as the
 * rules `node_malformed`, `connection_malformed` and the rules of params; the other rules need the whole bot.
 *
 * @spec JS1, JS2
 */
export function botSchema(catalog: Catalog): Schema {
  const { definitions } = catalog;
  return {
    // An editor offers them in a file that has neither.
    properties: {
      nodes: { description: 'The blocks of a diagram, by their ids.' },
      connections: { description: 'The connections of a diagram, by their ids.' },
      bot: { description: 'The bot of the member "diagram".' },
      diagram: { description: 'A diagram, in place of "nodes" and "connections".' },
    },
    if: { type: 'object', required: ['diagram'], not: { required: ['nodes'] } },
    // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
    then: {
      properties: {
        $schema: text,
        botwright: { const: 1 },
        server: text,
        bot: {
          type: 'object',
          properties: { id: text, number: { type: 'integer' }, name: text, channel_family: text },
        },
        draft: { type: 'object' },
        version: { type: 'object' },
        links: { type: 'object' },
        diagram: { $ref: '#/definitions/diagram' },
      },
    },
    else: { $ref: '#/definitions/diagram' },
    definitions: {
      diagram: {
        type: 'object',
        required: ['nodes', 'connections'],
        properties: {
          nodes: { type: 'object', additionalProperties: { $ref: '#/definitions/node' } },
          connections: { type: 'object', additionalProperties: { $ref: '#/definitions/connection' } },
        },
      },
      node: {
        type: 'object',
        required: ['id', 'template', 'params'],
        properties: {
          id: text,
          // A block of another template is stored, and warned of by a lint.
          template: {
            description: 'The kind of block.',
            anyOf: [
              ...definitions.map(({ template, title, description }) => ({
                const: template,
                description: `${title}. ${description}`,
              })),
              text,
            ],
          },
          params: { type: 'object' },
          path: text,
          name: text,
          top: { type: 'number' },
          left: { type: 'number' },
          isTarget: { type: 'boolean' },
        },
        allOf: definitions.map((definition) => ({
          if: { properties: { template: { const: definition.template } } },
          // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
          then: { description: definition.description, properties: { params: paramsSchema(definition) } },
        })),
      },
      connection: {
        type: 'object',
        required: ['id', 'type', 'sourcePath', 'targetPath'],
        properties: { id: text, type: text, sourcePath: text, targetPath: text },
      },
    },
  };
}

/** The first variant whose selector matches decides; without one, nothing is right. */
function paramsSchema({ variants }: BlockDefinition): JsonValue {
  if (variants.length === 0) return {};
  return variants.reduceRight<JsonValue>((otherwise, variant) => {
    if (variant.selector.length === 0) return variantSchema(variant);
    const selected = variant.selector.map(({ param, values }) => whenParam(variant.params, param, values));
    // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
    return { if: { allOf: selected }, then: variantSchema(variant), else: otherwise };
  }, false);
}

/** That a param has one of these values, given or by default. */
function whenParam(params: readonly ParamDefinition[], name: string, values: readonly JsonValue[]): JsonObject {
  const fallback = params.find((param) => param.name === name)?.default;
  const isDefault = fallback !== undefined && values.includes(fallback);
  return { properties: { [name]: { enum: values } }, ...(!isDefault && { required: [name] }) };
}

function variantSchema({ params }: BlockVariant): Schema {
  const always = params.filter(({ readWhen }) => readWhen === undefined);
  const sometimes = params.filter(({ readWhen }) => readWhen !== undefined);
  return {
    ...partSchema(always),
    ...(sometimes.length > 0 && {
      allOf: sometimes.map((param) => ({
        if: whenParam(params, param.readWhen?.param ?? '', param.readWhen?.values ?? []),
        // biome-ignore lint/suspicious/noThenProperty: A keyword of JSON Schema.
        then: partSchema([param]),
      })),
    }),
  };
}

function partSchema(params: readonly ParamDefinition[]): Schema {
  const required = params.filter((param) => param.required && param.default === undefined);
  return {
    properties: Object.fromEntries(params.map((param) => [param.name, paramSchema(param)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
  };
}

function paramSchema({ type, rules, description, default: fallback }: ParamDefinition): Schema {
  const { pattern, minLength, maxLength, enum: values, min, max, minItems, maxItems, nonEmpty } = rules;
  const given = { pattern, minLength, maxLength, enum: values, minimum: min, maximum: max, minItems, maxItems };
  return {
    description,
    ...(type !== 'any' && { type }),
    ...(fallback !== undefined && { default: fallback }),
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as JsonObject),
    ...(nonEmpty === true && {
      allOf: [{ pattern: '\\S' }, { minItems: 1 }, { minProperties: 1 }, { not: { type: 'null' } }],
    }),
  };
}

/** Describes the file of `botwright test --coverage-file`. @spec JS1 */
export function coverageSchema(): Schema {
  const counts = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } };
  return {
    type: 'object',
    required: ['botwright', 'bots'],
    properties: {
      $schema: text,
      botwright: { const: 1 },
      bots: {
        type: 'array',
        items: {
          type: 'object',
          required: ['file', 'blocks', 'outputs'],
          properties: { file: text, blocks: counts, outputs: { type: 'object', additionalProperties: counts } },
        },
      },
    },
  };
}

const level: Schema = { enum: ['off', 'warn', 'error'] };

/** Describes `botwright.config.json`. @param codes - The rules and lints that it can set. @spec JS1 */
export function configSchema(codes: readonly string[], families: readonly string[], tiers: readonly string[]): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: text,
      files: { ...texts, description: 'Files, globs and folders of bots, from the folder of this file.' },
      scenarios: { ...texts, description: 'Files, globs and folders of scenarios, from the folder of this file.' },
      min_coverage: { type: 'number', minimum: 0, maximum: 100, description: 'In percent, of blocks and of outputs.' },
      family: { enum: families, description: 'The channel family of bots whose file does not name it.' },
      plan: { enum: tiers, description: 'The plan of the customer.' },
      stores_files: { type: 'boolean', description: 'Whether the host stores files that visitors upload.' },
      rules: {
        type: 'object',
        properties: Object.fromEntries(codes.map((code) => [code, level])),
        additionalProperties: level,
        description: 'Levels of rules and lints, by their codes.',
      },
      max_warnings: { type: 'integer', minimum: 0 },
      plugins: { ...texts, description: 'Modules with rules, lints and blocks, from the folder of this file.' },
    },
  };
}
