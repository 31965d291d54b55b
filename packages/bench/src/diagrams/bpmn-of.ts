import type { SampleDiagram } from './sample-diagram.ts';

interface Flow {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly name: string | undefined;
}

/**
 * Writes the blocks and connections of a diagram as BPMN: the start point is a start event, a block of several outputs
 * is a task and an exclusive gateway behind it, and behind the block `bye` comes the end event.
 */
export function bpmnOf({ nodes, connections }: SampleDiagram): string {
  const links = Map.groupBy(Object.values(connections), ({ sourcePath }) => String(sourcePath));
  const elements: { readonly tag: string; readonly id: string; readonly name: string }[] = [];
  const flows: Flow[] = [];
  const connect = (source: string, target: string, name?: string): void => {
    flows.push({ id: `flow_${flows.length}`, source, target, name });
  };

  for (const [id, { template }] of Object.entries(nodes)) {
    const leaving = links.get(id) ?? [];
    elements.push({ tag: template === 'hidden' ? 'startEvent' : 'task', id, name: `${String(template)} ${id}` });
    let source = id;
    const hasOutputs = new Set(leaving.map(({ type }) => type)).size > 1;
    if (hasOutputs) {
      source = `${id}_outputs`;
      elements.push({ tag: 'exclusiveGateway', id: source, name: `outputs of ${id}` });
      connect(id, source);
    }
    for (const { type, targetPath } of leaving) {
      connect(source, String(targetPath), hasOutputs ? String(type).replace('$', '') : undefined);
    }
    if (id === 'bye') {
      elements.push({ tag: 'endEvent', id: `${id}_end`, name: 'end' });
      connect(id, `${id}_end`);
    }
  }

  const bySource = Map.groupBy(flows, ({ source }) => source);
  const byTarget = Map.groupBy(flows, ({ target }) => target);
  const elementLines = elements.map(({ tag, id, name }) => {
    const incoming = (byTarget.get(id) ?? []).map((flow) => `<bpmn:incoming>${flow.id}</bpmn:incoming>`);
    const outgoing = (bySource.get(id) ?? []).map((flow) => `<bpmn:outgoing>${flow.id}</bpmn:outgoing>`);
    return `<bpmn:${tag} id="${id}" name="${name}">${[...incoming, ...outgoing].join('')}</bpmn:${tag}>`;
  });
  const flowLines = flows.map(({ id, source, target, name }) => {
    const open = `<bpmn:sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}"`;
    if (name === undefined) return `${open} />`;
    const condition = `<bpmn:conditionExpression>\${${name}}</bpmn:conditionExpression>`;
    return `${open} name="${name}">${condition}</bpmn:sequenceFlow>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" id="definitions" targetNamespace="http://bpmn.io/schema/bpmn">
<bpmn:process id="bot" isExecutable="true">
${[...elementLines, ...flowLines].join('\n')}
</bpmn:process>
</bpmn:definitions>
`;
}
