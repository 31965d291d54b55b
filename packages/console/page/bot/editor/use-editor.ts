import type { Bot, Violation } from '@botwright/client';
import { type Catalog, greetingSlotOf } from '@botwright/core/diagram';
import { useMemo } from 'preact/hooks';
import { useSession } from '../../shell/session.ts';
import type { BlockMarks } from '../diagram/canvas-block.tsx';
import type { Finding } from '../model/findings.ts';
import type { KnownBot } from '../panels/param-form.tsx';
import type { StoredDraft } from '../saving/draft-saver.ts';
import { type DraftEditing, useDraft } from '../use-draft.ts';
import { useFindings } from './use-findings.ts';
import { type Layout, useLayout } from './use-layout.ts';
import { useView, type View } from './use-view.ts';

export interface LinkedBots {
  readonly bots: readonly KnownBot[];
  /** Whether `bots` has every bot of the workspace. */
  readonly isAll: boolean;
  readonly published: ReadonlySet<number>;
}

export interface EditorProps {
  readonly bot: Bot;
  readonly first: StoredDraft<Violation>;
  readonly catalog: Catalog;
  readonly linked: LinkedBots;
  readonly isJson: boolean;
  readonly isReadOnly: boolean;
}

/** The state that the parts of the editor share. */
export interface Editor extends Omit<EditorProps, 'first'> {
  readonly draft: DraftEditing;
  readonly view: View;
  readonly layout: Layout;
  readonly findings: readonly Finding[];
  readonly marks: ReadonlyMap<string, BlockMarks>;
  /** Id of the block with which the bot greets. */
  readonly greetingSlot: string;
  readonly ofBot: ReturnType<typeof useBotContext>;
}

/** Props of a part of the editor. */
export interface OfEditor {
  readonly editor: Editor;
}

export function useEditor({ first, ...props }: EditorProps): Editor {
  const { bot, catalog, linked, isJson } = props;
  const { greeting_slots: slots = {} } = useSession();
  const draft = useDraft(bot.id, first, catalog);
  const view = useView(isJson);
  const ofBot = useBotContext(bot, catalog, slots);
  const layout = useLayout(draft.diagram, ofBot);
  const findings = useFindings(draft.diagram, draft.saving.stored, {
    ...ofBot,
    ...(linked.isAll && {
      linkedBots: new Map(linked.bots.map(({ number }) => [number, { published: linked.published.has(number) }])),
    }),
  });
  const marks = useMemo(() => marksOf(findings), [findings]);
  const greetingSlot = slots[bot.channel_family] ?? greetingSlotOf(bot.channel_family);
  return { ...props, draft, view, layout, findings, marks, greetingSlot, ofBot };
}

function useBotContext(bot: Bot, catalog: Catalog, slots: Readonly<Record<string, string>>) {
  return useMemo(
    () => ({
      catalog,
      bot: { number: bot.number, id: bot.id },
      channelFamily: bot.channel_family,
      greetingSlots: new Map(Object.entries(slots)),
    }),
    [catalog, bot.id, slots],
  );
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
