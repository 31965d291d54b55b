import { foldText } from '@botwright/core/conversation';
import type { BlockDefinition } from '@botwright/core/diagram';
import { useState } from 'preact/hooks';
import { Badge } from '../../parts/badge.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import type { OfEditor } from '../editor/use-editor.ts';

/** Lists the kinds of block by their groups. */
export function AddBlock({
  editor,
  onAdd,
  onClose,
}: OfEditor & { readonly onAdd: (definition: BlockDefinition) => void; readonly onClose: () => void }) {
  const { catalog, bot } = editor;
  const channelFamily = bot.channel_family;
  const [words, setWords] = useState('');
  const wanted = foldText(words).trim();
  const found = catalog.definitions.filter(
    ({ placeable, name, title, description }) =>
      placeable && foldText(`${title} ${name} ${description}`).includes(wanted),
  );
  const [first] = found;
  return (
    <Dialog title="Add a block" size="medium" onClose={onClose}>
      <form
        class="dialog-body add-block"
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) onAdd(first);
        }}
      >
        <TextField
          label="Find a kind of block"
          isLabelHidden
          type="search"
          placeholder="Find a kind of block"
          isFirst
          value={words}
          onInput={setWords}
        />
        {[...Map.groupBy(found, ({ group }) => group)].map(([group, kinds]) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <ul>
              {kinds.map((definition) => (
                <li key={definition.name}>
                  <button type="button" class={`group-${group}`} onClick={() => onAdd(definition)}>
                    <strong>{definition.title}</strong>
                    <span class="hint">{definition.description}</span>
                    {!runsOn(definition, channelFamily) && <Badge tone="warning">Not on {channelFamily}</Badge>}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p class="muted">There is no such kind of block.</p>}
      </form>
    </Dialog>
  );
}

function runsOn({ variants }: BlockDefinition, channelFamily: string): boolean {
  return variants.some(({ channelRestriction }) => channelRestriction?.includes(channelFamily) ?? true);
}
