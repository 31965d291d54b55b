import { checkDiagram, createCatalog, type Diagram } from '@botwright/core/diagram';
import { diagramShapes } from '../diagrams/diagram-shapes.ts';
import { defineBenchmark } from '../harness/benchmark.ts';
import type { Peers } from '../harness/peers.ts';

const context = {
  catalog: createCatalog(),
  channelFamily: 'native',
  linkedBots: new Map<number, { readonly published: boolean }>(),
  connectedAccounts: new Set<string>(),
};

const [text, number] = [{ type: 'string', minLength: 1 }, { type: 'number' }];

/** The shape of a diagram: the members of blocks and connections, and their types. */
const jsonSchema = {
  type: 'object',
  required: ['nodes', 'connections'],
  properties: {
    nodes: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['id', 'path', 'template', 'params'],
        properties: {
          id: text,
          path: text,
          template: text,
          params: { type: 'object' },
          top: number,
          left: number,
          isTarget: { type: 'boolean' },
        },
      },
    },
    connections: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['id', 'type', 'sourcePath', 'targetPath'],
        properties: { id: text, type: text, sourcePath: text, targetPath: text },
      },
    },
  },
};

type Accepts = (value: unknown) => boolean;

async function ajvCheck(peers: Peers): Promise<Accepts> {
  const { Ajv } = await peers.load<{
    readonly Ajv: new (options: object) => { compile(schema: object): Accepts };
  }>('ajv');
  return new Ajv({ allErrors: true }).compile(jsonSchema);
}

async function zodCheck(peers: Peers): Promise<Accepts> {
  interface Schema {
    min(length: number): Schema;
    optional(): Schema;
    safeParse(value: unknown): { readonly success: boolean };
  }
  interface Zod {
    string(): Schema;
    number(): Schema;
    boolean(): Schema;
    unknown(): Schema;
    looseObject(members: Readonly<Record<string, Schema>>): Schema;
    record(key: Schema, value: Schema): Schema;
  }
  const { z } = await peers.load<{ readonly z: Zod }>('zod');
  const id = z.string().min(1);
  const [optionalNumber, flag] = [z.number().optional(), z.boolean().optional()];
  const node = { id, path: id, template: id, params: z.record(z.string(), z.unknown()) };
  const schema = z.looseObject({
    nodes: z.record(z.string(), z.looseObject({ ...node, top: optionalNumber, left: optionalNumber, isTarget: flag })),
    connections: z.record(z.string(), z.looseObject({ id, type: id, sourcePath: id, targetPath: id })),
  });
  return (value) => schema.safeParse(value).success;
}

export const benchmark = defineBenchmark({
  name: 'schema-check',
  chapter: 'checks',
  measures:
    'All rules on a newly parsed diagram, against a check of its shape alone, which types the members have, by ajv (compiled) and by zod.',
  options: {
    blocks: { about: 'blocks of the diagram', value: 1_000 },
    shape: { about: 'shapes of the diagram', words: ['realistic', 'dense'], among: Object.keys(diagramShapes) },
  },
  peers: ['ajv', 'zod'],
  async run({ options: { blocks, shape }, peers, compare, check }) {
    const checks: Readonly<Record<string, Accepts>> = {
      'all rules': (value) => checkDiagram(value as Diagram, context).total === 0,
      ajv: await ajvCheck(peers),
      zod: await zodCheck(peers),
    };
    for (const name of shape) {
      const json = JSON.stringify(diagramShapes[name]?.(blocks));
      const broken = json.replace('"template":"', '"template":7,"was":"');
      for (const [by, accepts] of Object.entries(checks)) {
        check(`${name}: ${by} accepts the diagram`, accepts(JSON.parse(json)));
        check(`${name}: ${by} refuses it with a number as a template`, !accepts(JSON.parse(broken)));
      }
      await compare({
        title: `${name}, ${blocks} blocks, ${json.length} bytes`,
        arms: [
          ...Object.entries(checks).map(([by, accepts]) => {
            // Parses a new diagram for each repeat: the engine caches findings with a diagram.
            let parsed: unknown;
            return {
              name: by,
              before: () => {
                parsed = JSON.parse(json);
              },
              run: () => accepts(parsed),
            };
          }),
          { name: 'JSON.parse', run: () => JSON.parse(json) },
        ],
        ratios: [
          { of: 'all rules', to: 'ajv' },
          { of: 'all rules', to: 'zod' },
          { of: 'all rules', to: 'JSON.parse' },
        ],
        warmUp: 20,
        timesRepeats: 5,
      });
    }
  },
});
