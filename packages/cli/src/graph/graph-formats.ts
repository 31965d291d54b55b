export const graphFormats = ['svg', 'mermaid', 'dot'] as const;
export type GraphFormat = (typeof graphFormats)[number];
