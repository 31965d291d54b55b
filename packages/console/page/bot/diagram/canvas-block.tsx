import type { PictureBlock } from '@botwright/graph';
import { Component } from 'preact';
import type { Box } from '../model/viewport.ts';

export interface BlockMarks {
  readonly errors: number;
  readonly warnings: number;
}

export interface CanvasBlockProps {
  readonly block: PictureBlock;
  readonly box: Box;
  readonly group: string;
  readonly isSelected: boolean;
  /** A conversation is at this block. */
  readonly isLit: boolean;
  readonly isFar: boolean;
  readonly marks: BlockMarks | undefined;
  /** Outputs with a connection. */
  readonly connected: string;
}

/** A block on the canvas. Screen readers use the list of blocks instead. */
export class CanvasBlock extends Component<CanvasBlockProps> {
  override shouldComponentUpdate(after: CanvasBlockProps): boolean {
    return !isSame(this.props, after);
  }

  override render() {
    const { block, box, group, isSelected, isLit, isFar, marks, connected } = this.props;
    const { id, title, type, text, outputs, isStart, change } = block;
    const leads = new Set(connected.split('\n'));
    const classes = [
      'block',
      `group-${group}`,
      isSelected && 'selected',
      isLit && 'lit',
      isFar && 'far',
      isStart && 'start',
      change,
      marks !== undefined && (marks.errors > 0 ? 'wrong' : 'doubtful'),
    ];
    return (
      <div
        class={classes.filter(Boolean).join(' ')}
        data-block={id}
        style={{ transform: `translate(${box.x}px, ${box.y}px)`, height: `${box.height}px` }}
      >
        <div class="block-head">
          <span class="block-title">{title}</span>
          {!isFar && !isStart && <span class="block-type">{type}</span>}
          {marks !== undefined && (
            <span class={`block-marks ${marks.errors > 0 ? 'error' : 'warning'}`}>
              {marks.errors > 0 ? marks.errors : marks.warnings}
            </span>
          )}
          {change !== undefined && <span class={`block-change ${change}`}>{changeWords[change]}</span>}
        </div>
        {!isFar && text !== '' && <p class="block-text">{text}</p>}
        {!isFar &&
          outputs.map(({ output, label }) => (
            <div key={output} class="block-output">
              <span>{label}</span>
              <i class={leads.has(output) ? 'port used' : 'port'} data-output={output} />
            </div>
          ))}
      </div>
    );
  }
}

function isSame(before: CanvasBlockProps, after: CanvasBlockProps): boolean {
  return (
    before.box.x === after.box.x &&
    before.box.y === after.box.y &&
    before.box.height === after.box.height &&
    before.isSelected === after.isSelected &&
    before.isLit === after.isLit &&
    before.isFar === after.isFar &&
    before.connected === after.connected &&
    before.group === after.group &&
    before.marks?.errors === after.marks?.errors &&
    before.marks?.warnings === after.marks?.warnings &&
    isSameBlock(before.block, after.block)
  );
}

const changeWords = { added: 'new', removed: 'removed', changed: 'changed' } as const;

function isSameBlock(a: PictureBlock, b: PictureBlock): boolean {
  if (a === b) return true;
  return (
    a.id === b.id &&
    a.title === b.title &&
    a.type === b.type &&
    a.text === b.text &&
    a.change === b.change &&
    a.outputs.length === b.outputs.length &&
    a.outputs.every(({ output, label }, at) => output === b.outputs[at]?.output && label === b.outputs[at]?.label)
  );
}
