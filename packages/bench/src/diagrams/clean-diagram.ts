import { realisticDiagram } from './realistic-diagram.ts';
import { connect, type SampleDiagram } from './sample-diagram.ts';

/**
 * `branching`: each output leads on, so that paths part and meet. `chain`: one path, on which every output of a block
 * leads to the next one. `long-texts`: as `branching`, with texts of about 600 characters.
 */
export const diagramShapes = ['branching', 'chain', 'long-texts'] as const;
export type DiagramShape = (typeof diagramShapes)[number];

const paragraph =
  'We send the parcel within two working days, and you can follow it with the number in the e-mail that confirms the order. ';

/**
 * A diagram in which no rule and no lint finds anything: all outputs are connected, and the one Field is set first.
 *
 * @param nth - Diagrams of other numbers have other ids and texts.
 */
export function cleanDiagram(blockCount: number, shape: DiagramShape, nth = 0): SampleDiagram {
  const text = JSON.stringify(realisticDiagram(blockCount - 1))
    .replace(/"(order_details|topic|segment|order|email_confirmed|order_date|item_count)"/g, '"order_details"')
    .replaceAll('@{order_number}', '@{order_details}')
    .replaceAll(/\bn(\d+)\b/g, `step_${nth}_$1`);
  const diagram = JSON.parse(text) as SampleDiagram;
  const { nodes, connections } = diagram;
  const last = `step_${nth}_3`;
  nodes['bye'] = { ...nodes[last], id: 'bye', path: 'bye', top: 0, left: -400 };
  const ids = Object.keys(nodes);
  if (shape === 'chain') for (const key of Object.keys(connections)) delete connections[key];
  for (const [position, id] of ids.entries()) {
    const { template, params } = nodes[id] as { template: string; params: Record<string, unknown> };
    if (shape === 'long-texts' && typeof params['text'] === 'string') params['text'] += paragraph.repeat(4);
    if (id === 'bye') continue;
    const target = shape === 'chain' ? (id === 'hidden' ? 'welcome' : (ids[position + 1] as string)) : 'bye';
    for (const type of outputsOf.get(template) ?? ['$success']) {
      if (Object.keys(connections).some((key) => key.startsWith(`${id}.${type}--`))) continue;
      connect(diagram, [id, type, target]);
    }
  }
  return diagram;
}

const outputsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['buttons', ['$b1', '$b2', '$b3']],
  ['conditions', ['true', 'false']],
  ['set_field', ['success']],
  ['webhook', ['$success', '$failed']],
  ['yes_no', ['$yes', '$no']],
  ['hidden', ['$success']],
]);
