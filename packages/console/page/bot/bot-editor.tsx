import type { Bot, Violation } from '@botwright/client';
import { type Catalog, greetingSlotOf } from '@botwright/core/diagram';
import { pictureOf } from '@botwright/graph';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../parts/button.tsx';
import { notify } from '../parts/toasts.tsx';
import { useRoute, useUnsaved } from '../router.ts';
import { useSession } from '../shell/session.ts';
import './bot.css';
import { LazyChat } from './chat/lazy-chat.tsx';
import type { Camera } from './diagram/camera.ts';
import { Canvas } from './diagram/canvas.tsx';
import type { BlockMarks } from './diagram/canvas-block.tsx';
import { sceneOf } from './diagram/scene.ts';
import type { OutputEnd } from './diagram/use-gestures.ts';
import { JsonEditor } from './json/json-editor.tsx';
import { blockHeight } from './model/block-box.ts';
import {
  newBlockId,
  withBlock,
  withConnection,
  withName,
  withNode,
  withoutBlocks,
  withoutConnection,
  withParams,
  withPlaces,
} from './model/diagram-edits.ts';
import { type Finding, findingsOf, withServerFindings } from './model/findings.ts';
import { lostJumps } from './model/jumps-to.ts';
import { freePlace, inColumns, placeBlocks, placeWith } from './model/place-blocks.ts';
import type { Point } from './model/viewport.ts';
import { AddBlock } from './panels/add-block.tsx';
import { BlockList } from './panels/block-list.tsx';
import { Inspector } from './panels/inspector.tsx';
import type { KnownBot } from './panels/param-form.tsx';
import { Problems } from './panels/problems.tsx';
import type { StoredDraft } from './saving/draft-saver.ts';
import { MergeDialog } from './saving/merge-dialog.tsx';
import { SaveStatus } from './saving/save-status.tsx';
import { useDraft } from './use-draft.ts';

type Panel = 'block' | 'problems' | 'blocks' | 'chat' | 'json';

/** Rules of a large diagram take some milliseconds: not at each letter that is typed. */
const checkPauseMs = 150;

export interface LinkedBots {
  readonly bots: readonly KnownBot[];
  /** Whether there are no more than those. */
  readonly isAll: boolean;
  readonly published: ReadonlySet<number>;
}

/** Edits the draft of a bot: its diagram, with what is wrong, its JSON, and a chat. */
export function BotEditor({
  bot,
  first,
  catalog,
  linked,
  isJson,
  isReadOnly,
}: {
  readonly bot: Bot;
  readonly first: StoredDraft<Violation>;
  readonly catalog: Catalog;
  readonly linked: LinkedBots;
  readonly isJson: boolean;
  readonly isReadOnly: boolean;
}) {
  const draft = useDraft(bot.id, first, catalog);
  const { diagram, context, saving, saver } = draft;
  const [selected, select] = useState<string>();
  const [lit, setLit] = useState<string>();
  const [panel, setPanel] = useState<Panel>('block');
  const [isNarrowPanel, setNarrowPanel] = useState(isJson);
  const [adding, setAdding] = useState<{ readonly from?: OutputEnd; readonly at?: Point }>();
  useEffect(() => {
    setPanel('block');
    setNarrowPanel(isJson);
  }, [isJson]);
  const camera = useRef<Camera | undefined>(undefined);
  const search = useRef<HTMLInputElement>(null);
  useUnsaved(saving.kind === 'saved' ? undefined : 'The last changes of the draft are not saved yet.', true);

  // Where the page places the blocks itself, it does so until the author moves one.
  const { greeting_slots: slots = {} } = useSession();
  const greetingSlot = slots[bot.channel_family] ?? greetingSlotOf(bot.channel_family);
  const ofBot = useMemo(
    () => ({
      catalog,
      bot: { number: bot.number, id: bot.id },
      channelFamily: bot.channel_family,
      greetingSlots: new Map(Object.entries(slots)),
    }),
    [catalog, bot.id, slots],
  );
  const picture = useMemo(() => pictureOf(diagram, ofBot), [diagram, ofBot]);
  const [placement, setPlacement] = useState(() => {
    const { isOwn, stretch } = placeBlocks(picture.blocks, picture.edges);
    return { isOwn, stretch };
  });
  const scene = useMemo(() => {
    const { blocks, edges } = picture;
    const boxes = placement.isOwn ? inColumns(blocks, edges) : placeWith(blocks, placement.stretch).boxes;
    return sceneOf(picture, boxes);
  }, [picture, placement]);

  const check = () =>
    findingsOf(diagram, {
      ...ofBot,
      ...(linked.isAll && {
        linkedBots: new Map(linked.bots.map(({ number }) => [number, { published: linked.published.has(number) }])),
      }),
    });
  const [found, setFound] = useState(check);
  const checked = useRef(diagram);
  useEffect(() => {
    if (checked.current === diagram) return;
    const timer = setTimeout(() => {
      checked.current = diagram;
      setFound(check());
    }, checkPauseMs);
    return () => clearTimeout(timer);
  }, [diagram]);
  const { stored } = saving;
  const findings = useMemo(() => withServerFindings(found, diagram, stored), [found, diagram, stored]);
  const marks = useMemo(() => marksOf(findings), [findings]);
  const counts = useMemo(() => Map.groupBy(findings, ({ kind }) => kind), [findings]);

  const groups = useMemo(() => {
    const byTemplate = new Map(catalog.definitions.map(({ template, group }) => [template, group]));
    return (id: string): string => {
      const node = diagram.nodes[id] as { readonly template?: unknown } | undefined;
      return byTemplate.get(String(node?.template)) ?? 'other';
    };
  }, [catalog, diagram]);

  const go = (id: string) => {
    select(id);
    const box = scene.boxes.get(id);
    if (box !== undefined) camera.current?.show(box);
  };
  const { block: wanted } = useRoute().query;
  useEffect(() => {
    if (wanted !== undefined && scene.boxes.has(wanted)) go(wanted);
  }, [wanted]);
  const openPanel = (next: Panel) => {
    setPanel(next);
    setNarrowPanel(true);
  };
  const editor = useRef<HTMLDivElement>(null);
  /** Moves the focus once what has it afterwards is there. */
  const focus = (what: string) =>
    requestAnimationFrame(() => editor.current?.querySelector<HTMLElement>(what)?.focus({ preventScroll: true }));
  const open = (id: string) => {
    go(id);
    openPanel('block');
    focus('.editor-panel');
  };

  /** Writes the page's own places into the diagram, before the first block that the author moves. */
  const placed = (from: typeof diagram) => {
    if (!placement.isOwn) return { ok: true as const, diagram: from };
    return withPlaces(from, new Map([...scene.boxes].filter(([id]) => isRecord(from.nodes[id]))), context);
  };
  const unstretched = (point: Point): Point => ({ x: point.x / placement.stretch, y: point.y / placement.stretch });
  const keepPlaces = () => placement.isOwn && setPlacement({ isOwn: false, stretch: 1 });

  const move = (id: string, to: Point) => {
    const isDone = draft.edit((now) => {
      const ready = placed(now);
      return ready.ok ? withPlaces(ready.diagram, new Map([[id, unstretched(to)]]), context) : ready;
    }, `place of ${id}`);
    if (isDone) keepPlaces();
  };
  const add = (type: string, from?: OutputEnd, at?: Point) => {
    const id = newBlockId(diagram, greetingSlot, from?.block);
    const source = from && scene.boxes.get(from.block);
    const beside = source && { x: source.x + source.width + 96, y: source.y };
    const wished = at ?? beside ?? camera.current?.centre() ?? { x: 0, y: 0 };
    const place = freePlace(wished, blockHeight({ text: 'x', outputs: [] }) + 60, scene.boxes.values());
    const isDone = draft.edit((now) => {
      const ready = placed(now);
      if (!ready.ok) return ready;
      return withBlock(ready.diagram, { id, type, place: unstretched(place), ...(from && { from }) }, context);
    });
    if (!isDone) return;
    keepPlaces();
    select(id);
    openPanel('block');
    requestAnimationFrame(() => camera.current?.show({ ...place, width: 248, height: 160 }));
    focus('.editor-panel');
  };
  const connect = (from: OutputEnd, to: string | undefined) =>
    draft.edit((now) =>
      to === undefined ? withoutConnection(now, from, context) : withConnection(now, from, to, context),
    );
  const remove = (id: string) => {
    if (isReadOnly || id === 'hidden') return;
    if (!draft.edit((now) => withoutBlocks(now, [id], context))) return;
    const lost = lostJumps(picture, id);
    if (lost !== undefined) notify(lost, 'error');
    select(undefined);
    setNarrowPanel(false);
    focus('[role=application]');
  };
  const tidy = () => {
    const boxes = inColumns(picture.blocks, picture.edges);
    const places = new Map([...boxes].filter(([id]) => isRecord(diagram.nodes[id])));
    if (draft.edit((now) => withPlaces(now, places, context))) setPlacement({ isOwn: false, stretch: 1 });
    requestAnimationFrame(() => camera.current?.fit());
  };

  const keys = useRef<(event: KeyboardEvent) => void>(() => {});
  keys.current = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isTyping = (event.target as Element | null)?.matches?.('input, textarea, select') ?? false;
    if (key === 's') void saver.saveNow();
    else if (key === 'f' && !isJson) {
      openPanel('blocks');
      requestAnimationFrame(() => search.current?.focus());
    } else if (key === 'z' && !isTyping) (event.shiftKey ? draft.redo : draft.undo)();
    else if (key === 'y' && !isTyping) draft.redo();
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  const errors = counts.get('error')?.length ?? 0;
  const shownPanel: Panel = isJson && panel === 'block' ? 'json' : panel;
  const panels: readonly (readonly [Panel, string])[] = [
    ...(isJson ? [['json', 'JSON'] as const] : [['block', 'Block'] as const]),
    ['problems', findings.length === 0 ? 'Problems' : `Problems ${findings.length}`],
    ['blocks', 'Blocks'],
    ['chat', 'Talk'],
  ];
  return (
    <div ref={editor} class={`bot-editor${isNarrowPanel ? ' shows-panel' : ''}${isJson ? ' with-json' : ''}`}>
      <div class="editor-bar">
        {!isReadOnly && (
          <>
            <Button isSmall kind="primary" icon="plus" onClick={() => setAdding({})}>
              Add a block
            </Button>
            <IconButton icon="undo" label="Undo (Ctrl+Z)" isDisabled={!draft.canUndo} onClick={draft.undo} />
            <IconButton icon="redo" label="Redo (Ctrl+Y)" isDisabled={!draft.canRedo} onClick={draft.redo} />
            <IconButton icon="tidy" label="Put all blocks in columns" onClick={tidy} />
          </>
        )}
        <IconButton
          icon="search"
          label="Find a block (Ctrl+F)"
          onClick={() => {
            openPanel('blocks');
            requestAnimationFrame(() => search.current?.focus());
          }}
        />
        <span class="editor-gap" />
        <button type="button" class={`editor-count${errors > 0 ? ' error' : ''}`} onClick={() => openPanel('problems')}>
          {countText(counts)}
        </button>
        {!isReadOnly && (
          <>
            <SaveStatus state={saving} />
            <Button isSmall isDisabled={saving.kind === 'saved'} onClick={() => void saver.saveNow()}>
              Save
            </Button>
          </>
        )}
      </div>
      <div class="editor-tabs" role="tablist" aria-label="Parts of the editor" onKeyDown={walkTabs}>
        <button
          type="button"
          role="tab"
          class="only-narrow"
          aria-selected={!isNarrowPanel}
          // Only narrow screens show it.
          tabIndex={0}
          onClick={() => setNarrowPanel(false)}
        >
          Diagram
        </button>
        {panels.map(([id, label]) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`editor-tab-${id}`}
            aria-controls="editor-panel"
            aria-selected={id === shownPanel}
            tabIndex={id === shownPanel ? 0 : -1}
            onClick={() => openPanel(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <Canvas
        label={`Diagram of ${bot.name}`}
        scene={scene}
        selected={selected}
        lit={lit}
        marks={marks}
        groupOf={groups}
        onSelect={(id) => {
          select(id);
          if (id !== undefined && panel !== 'chat') setPanel('block');
        }}
        onOpen={open}
        {...(!isReadOnly && {
          onMove: move,
          onDelete: remove,
          onConnect(from: OutputEnd, to: string | undefined, at: Point) {
            if (to !== undefined) connect(from, to);
            else setAdding({ from, at });
          },
        })}
        onCamera={(made) => {
          camera.current = made;
        }}
      />
      <div
        class="editor-panel"
        id="editor-panel"
        role="tabpanel"
        aria-labelledby={`editor-tab-${shownPanel}`}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          setNarrowPanel(false);
          focus('[role=application]');
        }}
      >
        {shownPanel === 'json' && (
          <JsonEditor
            diagram={diagram}
            findings={findings}
            selected={selected}
            isReadOnly={isReadOnly}
            onChange={(next) => draft.replace(next, 'json')}
          />
        )}
        {shownPanel === 'block' && (
          <fieldset class="inspector-lock" disabled={isReadOnly} aria-label="Block">
            <Inspector
              diagram={diagram}
              catalog={catalog}
              blocks={picture.blocks}
              edges={picture.edges}
              selected={selected}
              greetingSlot={greetingSlot}
              findings={findings}
              bots={linked.bots}
              onRename={(id, name) => draft.edit((now) => withName(now, id, name, context), `name of ${id}`)}
              onParams={(id, params, subject) =>
                draft.edit((now) => withParams(now, id, params, context), subject && `${subject} of ${id}`)
              }
              onNode={(id, value) => draft.replace(withNode(diagram, id, value), `json of ${id}`)}
              onConnect={connect}
              onAddAfter={(from) => setAdding({ from })}
              onDelete={remove}
              onSelect={open}
            />
          </fieldset>
        )}
        {shownPanel === 'problems' && (
          <Problems
            findings={findings}
            nameOf={(id) => scene.byId.get(id)?.title ?? id}
            onGo={(finding: Finding) => finding.blockId !== undefined && open(finding.blockId)}
          />
        )}
        {shownPanel === 'blocks' && (
          <BlockList
            blocks={picture.blocks}
            edges={picture.edges}
            marks={marks}
            selected={selected}
            searchRef={search}
            onSelect={(id) => {
              go(id);
              setNarrowPanel(false);
              focus('[role=application]');
            }}
          />
        )}
        {shownPanel === 'chat' && (
          <LazyChat
            bot={bot}
            greetingSlot={greetingSlot}
            diagram={diagram}
            catalog={catalog}
            draft={draft}
            onLit={setLit}
          />
        )}
      </div>
      {adding !== undefined && (
        <AddBlock
          catalog={catalog}
          channelFamily={bot.channel_family}
          onClose={() => setAdding(undefined)}
          onAdd={({ name }) => {
            setAdding(undefined);
            add(name, adding.from, adding.at);
          }}
        />
      )}
      {saving.kind === 'conflict' && (
        <MergeDialog
          base={saving.stored.diagram}
          mine={diagram}
          theirs={saving.theirs.diagram}
          ofBot={ofBot}
          onResolve={draft.resolve}
        />
      )}
    </div>
  );
}

/** Arrow keys go from tab to tab. @spec CO55 */
function walkTabs(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')].filter(
    (tab) => tab.offsetParent !== null,
  );
  const at = tabs.indexOf(event.target as HTMLElement);
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next?.click();
  next?.focus();
  event.preventDefault();
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function marksOf(findings: readonly Finding[]): ReadonlyMap<string, BlockMarks> {
  const marks = new Map<string, BlockMarks>();
  for (const { blockId, kind } of findings) {
    if (blockId === undefined) continue;
    const { errors, warnings } = marks.get(blockId) ?? { errors: 0, warnings: 0 };
    marks.set(blockId, kind === 'error' ? { errors: errors + 1, warnings } : { errors, warnings: warnings + 1 });
  }
  return marks;
}

function countText(counts: ReadonlyMap<string, readonly Finding[]>): string {
  const part = (kind: string, word: string) => {
    const count = counts.get(kind)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
  };
  const parts = [...part('error', 'error'), ...part('warning', 'warning'), ...part('lint', 'hint')];
  return parts.length === 0 ? 'No problems' : parts.join(', ');
}
