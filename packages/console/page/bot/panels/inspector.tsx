import { isJsonObject, type JsonObject, type JsonValue } from '@botwright/core/conversation';
import { type Catalog, type Diagram, isNode, startPointId } from '@botwright/core/diagram';
import type { PictureBlock, PictureEdge } from '@botwright/graph';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Empty } from '../../parts/list.tsx';
import type { OutputEnd } from '../diagram/use-gestures.ts';
import type { Finding } from '../model/findings.ts';
import { jumpsTo } from '../model/jumps-to.ts';
import { FindingList } from './finding-list.tsx';
import { JsonField } from './json-field.tsx';
import { type KnownBot, ParamForm } from './param-form.tsx';

export interface InspectorProps {
  readonly diagram: Diagram;
  readonly catalog: Catalog;
  readonly blocks: readonly PictureBlock[];
  readonly edges: readonly PictureEdge[];
  readonly selected: string | undefined;
  /** Id of the block with which the bot greets. */
  readonly greetingSlot: string;
  readonly findings: readonly Finding[];
  readonly bots: readonly KnownBot[];
  readonly onRename: (id: string, name: string) => void;
  readonly onParams: (id: string, params: JsonObject, subject?: string) => void;
  readonly onNode: (id: string, value: JsonValue) => void;
  readonly onConnect: (from: OutputEnd, to: string | undefined) => void;
  readonly onAddAfter: (from: OutputEnd) => void;
  readonly onDelete: (id: string) => void;
  readonly onSelect: (id: string) => void;
}

/** The selected block: its name, params, and the targets of its outputs. */
export function Inspector(props: InspectorProps) {
  const { diagram, catalog, blocks, edges, selected, greetingSlot, findings, bots } = props;
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
          onInput={(next) => props.onRename(selected, next)}
        />
      )}
      {definition !== undefined && isNode(node) && !isStart && (
        <ParamForm
          definition={definition}
          params={node.params}
          findings={own}
          bots={bots}
          onChange={(params, subject) => props.onParams(selected, params, subject)}
        />
      )}
      {definition === undefined && !isStart && (
        <JsonField
          label="The block as JSON"
          hint={isNode(node) ? 'The catalog has no such kind of block.' : 'This is not a well-formed block.'}
          value={node}
          onChange={(value) => value !== undefined && props.onNode(selected, value)}
        />
      )}
      {block.outputs.length > 0 && <Outputs block={block} {...props} />}
      <BlockLinks text="Jumps to" ids={jumps.map(({ to }) => to)} {...props} />
      <BlockLinks text="Comes from" ids={[...sources].slice(0, 8)} {...props} />
      {!isStart && <DeleteBlock id={selected} {...props} />}
    </div>
  );
}

function Outputs({
  block,
  ...props
}: { readonly block: PictureBlock } & Pick<
  InspectorProps,
  'blocks' | 'edges' | 'onConnect' | 'onAddAfter' | 'onSelect'
>) {
  const { blocks, edges, onConnect, onAddAfter, onSelect } = props;
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
              onChange={(to) => onConnect(from, to === '' ? undefined : to)}
            />
            {target === undefined ? (
              <Button isSmall icon="plus" onClick={() => onAddAfter(from)}>
                New block
              </Button>
            ) : (
              <Button isSmall kind="quiet" icon="right" onClick={() => onSelect(target)}>
                Go there
              </Button>
            )}
          </div>
        );
      })}
    </section>
  );
}

function BlockLinks({
  text,
  ids,
  blocks,
  onSelect,
}: { readonly text: string; readonly ids: readonly string[] } & Pick<InspectorProps, 'blocks' | 'onSelect'>) {
  if (ids.length === 0) return null;
  return (
    <p class="hint">
      {text}{' '}
      {ids.map((id, at) => (
        <>
          {at > 0 && ', '}
          <button key={at} type="button" class="link" onClick={() => onSelect(id)}>
            {titleOf(blocks, id)}
          </button>
        </>
      ))}
    </p>
  );
}

function DeleteBlock({
  id,
  blocks,
  edges,
  onDelete,
}: { readonly id: string } & Pick<InspectorProps, 'blocks' | 'edges' | 'onDelete'>) {
  const jumping = jumpsTo(edges, id);
  return (
    <div>
      <Button isSmall icon="trash" onClick={() => onDelete(id)}>
        Delete the block
      </Button>
      {jumping.length > 0 && (
        <p class="hint">
          {jumping.length === 1 ? 'A block jumps' : `${jumping.length} blocks jump`} to it, which would have nowhere to
          go:{' '}
          {jumping
            .slice(0, 5)
            .map((from) => titleOf(blocks, from))
            .join(', ')}
          {jumping.length > 5 && ' …'}
        </p>
      )}
    </div>
  );
}

function titleOf(blocks: readonly PictureBlock[], id: string): string {
  return blocks.find((each) => each.id === id)?.title ?? id;
}
