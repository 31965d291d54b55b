import { applyChangeSet, type ChangeSet, createCatalog, type Diagram, startDiagram } from '@botwright/core/diagram';

/** Large enough that edits are stored as changes, and small enough that the whole text is stored again soon. */
export const firstDiagram: Diagram = { ...startDiagram(), note: 'ä'.repeat(5_000) };

/** An edit that differs with its number: it adds, moves, rewrites and deletes blocks. */
export function editOf(number: number): ChangeSet {
  const [id, old] = [`b${number}`, `b${number - 9}`];
  return {
    blocks: {
      add: [{ id, type: 'send_text', params: { text: `Text ${number} ${'…'.repeat(number % 200)}` } }],
      ...(number > 9 && { delete: [old] }),
      ...(number > 1 && { update: [{ id: `b${number - 1}`, top: number }] }),
    },
    connections: { add: number > 1 ? [{ sourcePath: `b${number - 1}`, type: '$success', targetPath: id }] : [] },
  };
}

/** Makes the text of the draft after each edit, the slow way. */
export function textsOfEdits(): (number: number) => string {
  const context = { catalog: createCatalog(), linkedBots: new Map() };
  let diagram = firstDiagram;
  const texts = [JSON.stringify(diagram)];
  return (number) => {
    while (texts.length <= number) {
      const edited = applyChangeSet(diagram, editOf(texts.length), context);
      if (edited.kind === 'refused') throw new Error(`Edit ${texts.length} is refused: ${JSON.stringify(edited)}`);
      diagram = edited.diagram;
      texts.push(JSON.stringify(diagram));
    }
    return texts[number] as string;
  };
}
