import type { SampleDiagram } from './sample-diagram.ts';

/** A node of a flow file of Node-RED. */
export type FlowNode = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };

/**
 * Writes a diagram as a flow of Node-RED with the same number of nodes and wires: the start point is an `inject`, a block
 * of several outputs a `switch`, any other a `template` with its text. The member `info`, which describes a node, holds
 * parameters of the block, until node and block have as many bytes.
 */
export function nodeRedFlow({ nodes, connections }: SampleDiagram): readonly FlowNode[] {
  const leaving = Map.groupBy(Object.entries(connections), ([, { sourcePath }]) => String(sourcePath));
  const flow: FlowNode[] = [{ id: 'bot', type: 'tab', label: 'Bot', disabled: false, info: '' }];
  for (const [id, block] of Object.entries(nodes)) {
    const links = leaving.get(id) ?? [];
    const outputs = [...Map.groupBy(links, ([, { type }]) => String(type))];
    const wires = outputs.map(([, each]) => each.map(([, { targetPath }]) => String(targetPath)));
    const params = block['params'] as Readonly<Record<string, unknown>>;
    const place = { x: Number(block['left']), y: Number(block['top']), wires: wires.length === 0 ? [[]] : wires };
    const bytes = sizeOf([id, block]) + links.reduce((sum, link) => sum + sizeOf(link), 0);
    const { type, ...rest } = kindOf(
      block,
      params,
      outputs.map(([output]) => output),
    );
    const node = { id, type, z: 'bot', name: '', info: '', ...rest, ...place };
    flow.push({ ...node, info: padding(bytes - sizeOf(node), params) });
  }
  return flow;
}

function kindOf(
  block: Readonly<Record<string, unknown>>,
  params: Readonly<Record<string, unknown>>,
  outputs: readonly string[],
): { readonly type: string } & Readonly<Record<string, unknown>> {
  if (block['template'] === 'hidden') {
    const always = {
      repeat: '',
      crontab: '',
      once: false,
      onceDelay: 0.1,
      topic: '',
      payload: '',
      payloadType: 'date',
    };
    return { type: 'inject', props: [{ p: 'payload' }], ...always };
  }
  if (outputs.length > 1) {
    const rules = outputs.map((v) => ({ t: 'eq', v, vt: 'str' }));
    const how = { checkall: 'true', repair: false, outputs: outputs.length };
    return { type: 'switch', property: 'payload', propertyType: 'msg', rules, ...how };
  }
  const how = { field: 'payload', fieldType: 'msg', format: 'handlebars', syntax: 'mustache', output: 'str' };
  return { type: 'template', ...how, template: String(params['text'] ?? '') };
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

/** Text of this many bytes, without characters that JSON escapes. */
function padding(bytes: number, params: Readonly<Record<string, unknown>>): string {
  if (bytes <= 0) return '';
  const text = JSON.stringify(params).replaceAll(/["\\]|[^ -~]/g, ' ');
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
}
