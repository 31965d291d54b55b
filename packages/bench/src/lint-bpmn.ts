import { createCatalog, type Diagram, inspectDiagram } from '@botwright/core/diagram';
import { BpmnModdle } from 'bpmn-moddle';
import Linter from 'bpmnlint/lib/linter.js';
import NodeResolver from 'bpmnlint/lib/resolver/node-resolver.js';
import { bpmnOf } from './bpmn-of.ts';
import { cleanDiagram } from './clean-diagram.ts';
import { median } from './median.ts';
import type { SampleDiagram } from './realistic-diagram.ts';

const blocks = 1_000;
const rounds = 100;

/** A fault that both can find: how it is planted in a clean diagram, and the codes that say it. */
interface Planted {
  readonly title: string;
  readonly plant: (diagram: SampleDiagram) => void;
  readonly ours: string;
  readonly theirs: string;
}

const lone = { template: 'chat', params: { text: 'Nobody reads this.', version: 3 }, top: -400, left: -400 };

function connect({ connections }: SampleDiagram, sourcePath: string, type: string, targetPath: string): void {
  const id = `${sourcePath}.${type}--${targetPath}`;
  connections[id] = { id, type, sourcePath, targetPath };
}

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
    theirs: 'no-disconnected',
  },
  {
    title: 'no start',
    plant: (diagram) => {
      cutBehind(diagram, 'hidden');
      delete diagram.nodes['hidden'];
    },
    ours: 'start_point',
    theirs: 'start-event-required',
  },
  {
    title: 'a question with nothing behind it',
    plant: (diagram) => cutBehind(diagram, 'step_0_13'),
    ours: 'dead-end',
    theirs: 'no-implicit-end',
  },
  {
    title: 'a block that nothing leads to',
    plant: (diagram) => {
      diagram.nodes['lone'] = { ...lone, id: 'lone', path: 'lone' };
      connect(diagram, 'lone', '$success', 'bye');
    },
    ours: 'unreachable-block',
    theirs: 'no-implicit-start',
  },
  {
    title: 'an output that is connected twice',
    plant: ({ connections }) => {
      const [key] = Object.keys(connections).filter((each) => each.startsWith('step_0_13.')) as [string];
      connections[`${key} again`] = { ...connections[key] };
    },
    ours: 'output_connected_twice',
    theirs: 'no-duplicate-sequence-flows',
  },
];

const context = { catalog: createCatalog(), channelFamily: 'native' };
const linter = new Linter({
  // The file has no drawing, so the two rules about drawings would find that and nothing else.
  config: { extends: 'bpmnlint:recommended', rules: { 'no-bpmndi': 'off', 'no-overlapping-elements': 'off' } },
  resolver: new NodeResolver(),
});

async function codesOf(diagram: SampleDiagram): Promise<{ ours: readonly string[]; theirs: readonly string[] }> {
  const { violations } = inspectDiagram(JSON.parse(JSON.stringify(diagram)) as Diagram, context);
  const { rootElement } = await new BpmnModdle().fromXML(bpmnOf(diagram));
  const reports = await linter.lint(rootElement);
  return { ours: violations.map(({ code }) => code), theirs: Object.keys(reports) };
}

const missed: string[] = [];
const clean = await codesOf(cleanDiagram(blocks, 'branching'));
console.log(
  `clean diagram: ours ${clean.ours.join(', ') || 'nothing'}; bpmnlint ${clean.theirs.join(', ') || 'nothing'}`,
);
for (const { title, plant, ours, theirs } of planted) {
  const diagram = cleanDiagram(blocks, 'branching');
  plant(diagram);
  const found = await codesOf(diagram);
  const isFound = found.ours.includes(ours);
  if (!isFound) missed.push(title);
  console.log(
    `${title}: ${isFound ? 'found' : 'MISSED'} (${[...new Set(found.ours)].join(', ')}); ` +
      `bpmnlint: ${found.theirs.includes(theirs) ? 'found' : 'missed'} (${found.theirs.join(', ')})`,
  );
}

const diagram = cleanDiagram(blocks, 'branching');
const json = JSON.stringify(diagram);
const xml = bpmnOf(diagram);
const times = { ours: [] as number[], theirs: [] as number[], oursWhole: [] as number[], theirsWhole: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  const begun = performance.now();
  const parsed = JSON.parse(json) as Diagram;
  const parsedAt = performance.now();
  inspectDiagram(parsed, context);
  const ended = performance.now();
  times.ours.push(ended - parsedAt);
  times.oursWhole.push(ended - begun);
}
for (let round = 0; round < rounds; round += 1) {
  const begun = performance.now();
  const { rootElement } = await new BpmnModdle().fromXML(xml);
  const parsedAt = performance.now();
  await linter.lint(rootElement);
  const ended = performance.now();
  times.theirs.push(ended - parsedAt);
  times.theirsWhole.push(ended - begun);
}
for (const [title, ours, theirs] of [
  ['checking what was parsed', times.ours, times.theirs],
  ['parsing and checking', times.oursWhole, times.theirsWhole],
] as const) {
  const [fast, slow] = [median(ours), median(theirs)];
  console.log(
    `${blocks} blocks, ${title}: ${fast.toFixed(2)} ms; bpmnlint ${slow.toFixed(1)} ms, ${(slow / fast).toFixed(1)} times as long`,
  );
}
if (missed.length > 0) process.exitCode = 1;
