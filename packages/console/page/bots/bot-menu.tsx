import type { Bot } from '@botwright/client';
import { hrefOf } from '../fragment.ts';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { go } from '../router.ts';
import { useMay } from '../shell/session.ts';

export type BotAct = 'rename' | 'duplicate' | 'trash' | 'restore' | 'delete';

/** The actions on a bot. */
export function BotMenu({ bot, onAct }: { readonly bot: Bot; readonly onAct: (act: BotAct) => void }) {
  const mayEdit = useMay('edit_bots');
  const reading: readonly MenuItem[] = [
    { label: 'Versions', icon: 'restore', onSelect: () => go(hrefOf(['bots', bot.id, 'versions'])) },
  ];
  const active: readonly MenuItem[] = [
    { label: 'Rename', icon: 'edit', onSelect: () => onAct('rename') },
    { label: 'Duplicate', icon: 'copy', onSelect: () => onAct('duplicate') },
    ...reading,
    { label: 'Move to the trash', icon: 'trash', isDanger: true, onSelect: () => onAct('trash') },
  ];
  const trashed: readonly MenuItem[] = [
    { label: 'Restore', icon: 'restore', onSelect: () => onAct('restore') },
    { label: 'Delete for good', icon: 'trash', isDanger: true, onSelect: () => onAct('delete') },
  ];
  const items = !mayEdit ? reading : bot.state === 'trashed' ? trashed : active;
  return <Menu label={`Actions of ${bot.name}`} items={items} />;
}
