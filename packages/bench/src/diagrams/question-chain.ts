import { type SampleDiagram, type SampleLink, sampleDiagram } from './sample-diagram.ts';

const sentence = 'Thanks for writing to us. Your parcel left our house on Monday and is on its way to you. ';

/** Makes a diagram of blocks that ask one question each; after the last one the first but the greeting follows again. */
export function questionChain(blockCount: number, characters: number): SampleDiagram {
  const idOf = (position: number) => (position === 0 ? 'bot_start' : `n${position}`);
  const positions = Array.from({ length: blockCount }, (_, position) => position);
  const blocks = positions.map((position) => {
    const text = `${position}: ${sentence.repeat(Math.ceil(characters / sentence.length))}`.slice(0, characters);
    const params = { text, destination: `answer_${position % 8}`, version: 3 };
    return { id: idOf(position), template: 'var_text', params, top: 0, left: position * 200 };
  });
  const links = positions.map((position): SampleLink => {
    const next = position + 1 < blockCount ? position + 1 : Math.min(1, blockCount - 1);
    return [idOf(position), '$success', idOf(next)];
  });
  return sampleDiagram(blocks, links);
}
