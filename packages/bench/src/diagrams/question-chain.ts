import type { SampleDiagram } from './realistic-diagram.ts';

const sentence = 'Thanks for writing to us. Your parcel left our house on Monday and is on its way to you. ';

/** Makes a diagram of blocks that ask one question each; after the last one the first but the greeting follows again. */
export function questionChain(blockCount: number, characters: number): SampleDiagram {
  const nodes: SampleDiagram['nodes'] = {
    hidden: { id: 'hidden', path: 'hidden', template: 'hidden', params: {}, top: 0, left: 0, isTarget: true },
  };
  const connections: SampleDiagram['connections'] = {};
  const idOf = (position: number) => (position === 0 ? 'bot_start' : `n${position}`);
  const connect = (sourcePath: string, type: string, targetPath: string) => {
    const id = `${sourcePath}.${type}--${targetPath}`;
    connections[id] = { id, type, sourcePath, targetPath };
  };

  connect('hidden', '$success', idOf(0));
  for (let position = 0; position < blockCount; position += 1) {
    const id = idOf(position);
    const text = `${position}: ${sentence.repeat(Math.ceil(characters / sentence.length))}`.slice(0, characters);
    nodes[id] = {
      id,
      path: id,
      template: 'var_text',
      params: { text, destination: `answer_${position % 8}`, version: 3 },
      top: 0,
      left: position * 200,
      isTarget: true,
    };
    connect(id, '$success', idOf(position + 1 < blockCount ? position + 1 : Math.min(1, blockCount - 1)));
  }
  return { nodes, connections };
}
