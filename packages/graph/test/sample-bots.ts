import type { Diagram, JsonObject, JsonValue } from '@botwright/core/diagram';

type Mutable = { nodes: Record<string, JsonValue>; connections: Record<string, JsonValue> };

/** Adds a connection under the id of its ends. */
export function join(diagram: Mutable, sourcePath: string, type: string, targetPath: string): void {
  const id = `${sourcePath}.${type}--${targetPath}`;
  diagram.connections[id] = { id, type, sourcePath, targetPath };
}

/** A question with three buttons, of which two lead on and one leads back. */
export function orderBot(): Mutable {
  const diagram: Mutable = {
    nodes: {
      hidden: { id: 'hidden', template: 'hidden', params: {}, left: 0, top: 0 },
      welcome: {
        id: 'welcome',
        template: 'buttons',
        name: 'How can we help?',
        params: {
          text: 'What is it about, @{name}?',
          destination: 'topic',
          buttons: [
            { id: 'track', label: 'Track my order' },
            { id: 'back', label: 'Start again' },
            { id: 'bye', label: 'Nothing' },
          ],
        },
        left: 340,
        top: 0,
      },
      track: { id: 'track', template: 'chat', params: { text: 'It is on its way.' }, left: 720, top: -160 },
      bye: { id: 'bye', template: 'chat', params: { text: 'Bye!' }, left: 720, top: 160 },
    },
    connections: {},
  };
  join(diagram, 'hidden', '$success', 'welcome');
  join(diagram, 'welcome', '$track', 'track');
  join(diagram, 'welcome', '$back', 'welcome');
  join(diagram, 'welcome', '$bye', 'bye');
  return diagram;
}

/** The same bot without places on the canvas. */
export function withoutPlaces(diagram: Diagram): Diagram {
  const nodes = Object.entries(diagram.nodes).map(([id, node]): [string, JsonValue] => {
    const { left: _left, top: _top, ...rest } = node as JsonObject;
    return [id, rest];
  });
  return { ...diagram, nodes: Object.fromEntries(nodes) };
}

/** Blocks in rows of a canvas, each connected with the next one, and some with an earlier one. */
export function longBot(blocks: number, options: { readonly placed: boolean }): Diagram {
  const diagram: Mutable = { nodes: {}, connections: {} };
  for (let at = 0; at < blocks; at += 1) {
    const place = options.placed ? { left: Math.floor(at / 20) * 400, top: (at % 20) * 200 } : {};
    diagram.nodes[`b${at}`] = { id: `b${at}`, template: 'yes_no', params: { text: `Question ${at}?` }, ...place };
    if (at > 0) join(diagram, `b${at - 1}`, '$yes', `b${at}`);
    if (at % 7 === 6) join(diagram, `b${at}`, '$no', `b${at - 5}`);
  }
  return diagram;
}
