import { isJsonObject } from '@botwright/core/conversation';
import { isNode, startPointId } from '@botwright/core/diagram';
import type { PictureBlock } from '@botwright/graph';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Empty } from '../../parts/list.tsx';
import { connect, openBlock, removeBlock } from '../editor/editor-acts.ts';
import type { Editor, OfEditor } from '../editor/use-editor.ts';
import { withName, withNode, withParams } from '../model/diagram-edits.ts';
import { jumpsTo } from '../model/jumps-to.ts';
import { FindingList } from './finding-list.tsx';
import { JsonField } from './json-field.tsx';
import { ParamForm } from './param-form.tsx';

/** The selected block: its name, params, and the targets of its outputs. */
export function Inspector({ editor }: OfEditor) {
  return (
    <fieldset class="inspector-lock" disabled={editor.isReadOnly} aria-label="Block">
      <InspectedBlock editor={editor} />
    </fieldset>
  );
}

function InspectedBlock({ editor }: OfEditor) {
  const { draft, catalog, layout, greetingSlot, findings, linked } = editor;
  const { diagram, context } = draft;
  const { blocks, edges } = layout.picture;
  const { selected } = editor.view;
  const block = blocks.find(({ id }) => id === selected);
  const node = selected === undefined ? undefined : diagram.nodes[selected];
  if (block === undefined || node === undefined || selected === undefined) {
    return (
      <Empty icon="edit" title="No block is selected">
        <p>Press a block of the diagram to edit it.</p>
      </Empty>
    );
  }
  const definition = isNode(node) ? catalog.byTemplate(node.template) : undefined;
  const own = findings.filter(({ blockId }) => blockId === selected);
  const isStart = selected === startPointId;
  const name = isJsonObject(node) && typeof node['name'] === 'string' ? node['name'] : '';
  const sources = new Set(edges.filter(({ to }) => to === selected).map(({ from }) => from));
  const jumps = edges.filter(({ from, isJump }) => from === selected && isJump === true);
  return (
    <div class="inspector form" key={selected}>
      <header>
        <h2>{isStart ? 'Start' : (definition?.title ?? block.type)}</h2>
        <p class="hint">{isStart ? `The bot greets with the block “${greetingSlot}”.` : definition?.description}</p>
        <p class="hint">
          Id <code>{selected}</code>
          {selected === greetingSlot && '. The bot greets with this block.'}
        </p>
      </header>
      {own.length > 0 && <FindingList findings={own} />}
      {!isStart && isJsonObject(node) && (
        <TextField
          label="Name"
          placeholder={selected}
          value={name}
          onInput={(next) => draft.edit((now) => withName(now, selected, next, context), `name of ${selected}`)}
        />
      )}
      {definition !== undefined && isNode(node) && !isStart && (
        <ParamForm
          definition={definition}
          params={node.params}
          findings={own}
          bots={linked.bots}
          onChange={(params, subject) =>
            draft.edit((now) => withParams(now, selected, params, context), subject && `${subject} of ${selected}`)
          }
        />
      )}
      {definition === undefined && !isStart && (
        <JsonField
          label="The block as JSON"
          hint={isNode(node) ? 'The catalog has no such kind of block.' : 'This is not a well-formed block.'}
          value={node}
          onChange={(value) => {
            if (value !== undefined) draft.replace(withNode(diagram, selected, value), `json of ${selected}`);
          }}
        />
      )}
      {block.outputs.length > 0 && <Outputs editor={editor} block={block} />}
      <BlockLinks editor={editor} text="Jumps to" ids={jumps.map(({ to }) => to)} />
      <BlockLinks editor={editor} text="Comes from" ids={[...sources].slice(0, 8)} />
      {!isStart && <DeleteBlock editor={editor} id={selected} />}
    </div>
  );
}

function Outputs({ editor, block }: OfEditor & { readonly block: PictureBlock }) {
  const { blocks, edges } = editor.layout.picture;
  const targets = blocks.filter(({ isStart }) => !isStart).map(({ id, title }) => ({ value: id, label: title }));
  return (
    <section class="form" aria-label="Outputs">
      <h3>Leads to</h3>
      {block.outputs.map(({ output, label }) => {
        const from = { block: block.id, output };
        const target = edges.find((edge) => edge.from === block.id && edge.output === output)?.to;
        return (
          <div key={output} class="output-row">
            <SelectField
              label={label}
              value={target ?? ''}
              choices={[{ value: '', label: 'Nothing' }, ...targets]}
              onChange={(to) => connect(editor, from, to === '' ? undefined : to)}
            />
            {target === undefined ? (
              <Button isSmall icon="plus" onClick={() => editor.view.setAdding({ from })}>
                New block
              </Button>
            ) : (
              <Button isSmall kind="quiet" icon="right" onClick={() => openBlock(editor, target)}>
                Go there
              </Button>
            )}
          </div>
        );
      })}
    </section>
  );
}

function BlockLinks({ editor, text, ids }: OfEditor & { readonly text: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <p class="hint">
      {text}{' '}
      {ids.map((id, at) => (
        <>
          {at > 0 && ', '}
          <button key={at} type="button" class="link" onClick={() => openBlock(editor, id)}>
            {titleOf(editor, id)}
          </button>
        </>
      ))}
    </p>
  );
}

function DeleteBlock({ editor, id }: OfEditor & { readonly id: string }) {
  const jumping = jumpsTo(editor.layout.picture.edges, id);
  return (
    <div>
      <Button isSmall icon="trash" onClick={() => removeBlock(editor, id)}>
        Delete the block
      </Button>
      {jumping.length > 0 && (
        <p class="hint">
          {jumping.length === 1 ? 'A block jumps' : `${jumping.length} blocks jump`} to it, which would have nowhere to
          go:{' '}
          {jumping
            .slice(0, 5)
            .map((from) => titleOf(editor, from))
            .join(', ')}
          {jumping.length > 5 && ' …'}
        </p>
      )}
    </div>
  );
}

function titleOf({ layout }: Editor, id: string): string {
  return layout.scene.byId.get(id)?.title ?? id;
}
