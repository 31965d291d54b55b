/** Diagrams as clients send them. */
export interface WireDiagram {
  readonly nodes: Readonly<Record<string, unknown>>;
  readonly connections: Readonly<Record<string, unknown>>;
}

interface WireConnection {
  readonly id: string;
  readonly type: string;
  readonly sourcePath: string;
  readonly targetPath: string;
}

export function node(id: string, template: string, params: object): object {
  return { id, path: id, template, params: { version: 3, ...params }, top: 0, left: 0, isTarget: true };
}

export function connection(sourcePath: string, type: string, targetPath: string): WireConnection {
  return { id: `${sourcePath}.${type}--${targetPath}`, type, sourcePath, targetPath };
}

export const startNode = node('hidden', 'hidden', {});

const question = { text: 'Your name?', destination: 'name' };

/** Breaks no rule on a native bot. */
export function cleanDiagram(text = 'Your name?'): WireDiagram {
  return {
    nodes: { hidden: { ...startNode, params: {} }, welcome: node('welcome', 'var_text', { ...question, text }) },
    connections: {},
  };
}

/** Breaks one rule: the greeting slot is empty. */
export function brokenDiagram(): WireDiagram {
  return { nodes: { hidden: { ...startNode, params: {} } }, connections: {} };
}

/** A greeting whose answer leads to a jump to another bot. */
export function linkingDiagram(bot: unknown): WireDiagram {
  const { nodes } = cleanDiagram();
  const link = connection('welcome', '$success', 'jump');
  return { nodes: { ...nodes, jump: node('jump', 'bot_link', { bot }) }, connections: { [link.id]: link } };
}

/** A greeting with two buttons, both connected. */
export function buttonsDiagram(): WireDiagram {
  const buttons = [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ];
  const links = [connection('welcome', '$a', 'bye'), connection('welcome', '$b', 'bye')];
  return {
    nodes: {
      hidden: { ...startNode, params: {} },
      welcome: node('welcome', 'buttons', { text: 'Which?', buttons }),
      bye: node('bye', 'close', {}),
    },
    connections: Object.fromEntries(links.map((link) => [link.id, link])),
  };
}
