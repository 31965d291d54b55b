import { createCatalog, type Diagram, inspectDiagram } from '@botwright/core/diagram';
import { bpmnOf } from '../diagrams/bpmn-of.ts';
import { cleanDiagram, diagramShapes } from '../diagrams/clean-diagram.ts';
import { type FlowNode, nodeRedFlow } from '../diagrams/node-red-flow.ts';
import { connect, type SampleDiagram } from '../diagrams/sample-diagram.ts';
import { defineBenchmark } from '../harness/benchmark.ts';
import type { Peers } from '../harness/peers.ts';

/** A fault: how it is planted in a clean diagram, and the code that says it. */
interface Planted {
  readonly title: string;
  readonly plant: (diagram: SampleDiagram) => void;
  readonly ours: string;
}

const lone = { template: 'chat', params: { text: 'Nobody reads this.', version: 3 }, top: -400, left: -400 };

function cutBehind({ connections }: SampleDiagram, id: string): void {
  for (const [key, { sourcePath }] of Object.entries(connections)) if (sourcePath === id) delete connections[key];
}

const planted: readonly Planted[] = [
  {
    title: 'a block that is not connected at all',
    plant: ({ nodes }) => {
      nodes['lone'] = { ...lone, id: 'lone', path: 'lone' };
    },
    ours: 'unreachable-block',
  },
  {
    title: 'no start',
    plant: (diagram) => {
      cutBehind(diagram, 'hidden');
      delete diagram.nodes['hidden'];
    },
    ours: 'start_point',
  },
  {
    title: 'a question with nothing behind it',
    plant: (diagram) => cutBehind(diagram, 'step_0_13'),
    ours: 'dead-end',
  },
  {
    title: 'a block that nothing leads to',
    plant: (diagram) => {
      diagram.nodes['lone'] = { ...lone, id: 'lone', path: 'lone' };
      connect(diagram, ['lone', '$success', 'bye']);
    },
    ours: 'unreachable-block',
  },
  {
    title: 'an output that is connected twice',
    plant: ({ connections }) => {
      const [key] = Object.keys(connections).filter((each) => each.startsWith('step_0_13.')) as [string];
      connections[`${key} again`] = { ...connections[key] };
    },
    ours: 'output_connected_twice',
  },
];

const context = { catalog: createCatalog(), channelFamily: 'native' };

/** A linter for the diagrams of another tool. */
interface Linter {
  readonly parse: (text: string) => unknown;
  /** @returns The names of the rules that found something. */
  readonly lint: (parsed: unknown) => Promise<readonly string[]> | readonly string[];
}

/** As `bpmnlint:recommended`. */
async function bpmnLinter(peers: Peers): Promise<Linter> {
  type LinterClass = new (options: {
    readonly config: object;
    readonly resolver: object;
  }) => { lint(root: unknown): Promise<Readonly<Record<string, readonly object[]>>> };
  const { BpmnModdle } = await peers.load<{
    readonly BpmnModdle: new () => { fromXML(xml: string): Promise<{ readonly rootElement: object }> };
  }>('bpmn-moddle');
  const { default: Linter } = await peers.load<{ readonly default: LinterClass }>('bpmnlint/lib/linter.js');
  const { default: Resolver } = await peers.load<{ readonly default: new () => object }>(
    'bpmnlint/lib/resolver/node-resolver.js',
  );
  const linter = new Linter({
    // The file has no drawing, so the two rules about drawings would find that and nothing else.
    config: { extends: 'bpmnlint:recommended', rules: { 'no-bpmndi': 'off', 'no-overlapping-elements': 'off' } },
    resolver: new Resolver(),
  });
  const moddle = new BpmnModdle();
  return {
    parse: async (xml) => (await moddle.fromXML(xml)).rootElement,
    lint: async (root) => Object.keys(await linter.lint(root)),
  };
}

/** With every rule that needs no drawing. */
async function flowLinter(peers: Peers): Promise<Linter> {
  interface Linted {
    readonly rule: string;
  }
  const { default: linter } = await peers.load<{
    readonly default: {
      init(options: { resolveRule(name: string): unknown }): void;
      lint(flow: unknown, config: object): readonly Linted[];
    };
  }>('nrlint/lib/linter.js');
  const { default: rules } = await peers.load<{ readonly default: Readonly<Record<string, unknown>> }>(
    'nrlint/lib/rules/index.js',
  );
  linter.init({ resolveRule: (name) => rules[name] });
  const drawing = ['align-to-grid', 'no-overlapping-nodes', 'max-flow-size'];
  const chosen = Object.keys(rules).filter((name) => !drawing.includes(name));
  const config = { rules: Object.fromEntries(chosen.map((name) => [name, true])) };
  return {
    parse: (json) => JSON.parse(json) as readonly FlowNode[],
    lint: (flow) => [...new Set(linter.lint(flow, config).map(({ rule }) => rule))],
  };
}

function codesOf(diagram: SampleDiagram): readonly string[] {
  const { violations } = inspectDiagram(JSON.parse(JSON.stringify(diagram)) as Diagram, context);
  return [...new Set(violations.map(({ code }) => code))];
}

export const benchmark = defineBenchmark({
  name: 'lint-peers',
  chapter: 'checks',
  measures:
    'All rules and lints on a diagram, against bpmnlint (its recommended rules) on the same diagram as BPMN and nrlint (all rules but those of the drawing) on the same diagram as a flow of Node-RED. First, five faults are planted, and ours have to find each of them.',
  options: {
    blocks: { about: 'blocks of the diagram', value: 1_000 },
    shape: { about: 'shapes of the diagram', words: ['branching', 'chain'], among: diagramShapes },
  },
  peers: ['bpmnlint', 'bpmn-moddle', 'nrlint'],
  async run({ options, peers, compare, check, note }) {
    const bpmn = await bpmnLinter(peers);
    const flows = await flowLinter(peers);
    const foundBy = async ({ parse, lint }: Linter, text: string) => {
      const found = await lint(await parse(text));
      return found.length === 0 ? 'nothing' : found.join(', ');
    };

    const sample = (): SampleDiagram => cleanDiagram(options.blocks, 'branching');
    check('nothing is found in a clean diagram', codesOf(sample()).length === 0);
    const clean = sample();
    note(`in a clean diagram, bpmnlint finds ${await foundBy(bpmn, bpmnOf(clean))}`);
    note(`in a clean diagram, nrlint finds ${await foundBy(flows, JSON.stringify(nodeRedFlow(clean)))}`);
    for (const { title, plant, ours } of planted) {
      const diagram = sample();
      plant(diagram);
      check(`${title} is found`, codesOf(diagram).includes(ours));
      note(`${title}: bpmnlint finds ${await foundBy(bpmn, bpmnOf(diagram))}`);
      note(`${title}: nrlint finds ${await foundBy(flows, JSON.stringify(nodeRedFlow(diagram)))}`);
    }

    for (const shape of options.shape) {
      const diagram = cleanDiagram(options.blocks, shape as (typeof diagramShapes)[number]);
      const json = JSON.stringify(diagram);
      const subjects = {
        botwright: {
          text: json,
          parse: (text: string) => JSON.parse(text) as unknown,
          lint: (parsed: unknown) => inspectDiagram(parsed as Diagram, context),
        },
        bpmnlint: { text: bpmnOf(diagram), ...bpmn },
        nrlint: { text: JSON.stringify(nodeRedFlow(diagram)), ...flows },
      };
      for (const [title, isWhole] of [
        ['checking what was parsed', false],
        ['parsing and checking', true],
      ] as const) {
        await compare({
          title: `${shape}, ${options.blocks} blocks, ${title}`,
          arms: Object.entries(subjects).map(([name, { text, parse, lint }]) => {
            // Parses a new diagram for each repeat, since findings may be cached with a diagram.
            let parsed: unknown;
            return {
              name,
              before: async () => {
                parsed = await parse(text);
              },
              run: async () => lint(isWhole ? await parse(text) : parsed),
            };
          }),
          ratios: [
            { of: 'bpmnlint', to: 'botwright' },
            { of: 'nrlint', to: 'botwright' },
          ],
          warmUp: 10,
          timesRepeats: 3,
        });
      }
    }
  },
});
