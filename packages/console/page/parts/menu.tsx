import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** Names the subject of the menu, such as `Actions of Ann`. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly icon?: IconName;
}

/** A button that opens a menu. Arrow keys, Home and End move in it, Escape closes it. */
export function Menu({ label, items, icon = 'more' }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  const entries = () => [
    ...(menu.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]:not(:disabled)') ?? []),
  ];

  useEffect(() => {
    const { current } = menu;
    const opener = button.current;
    if (!isOpen || current === null || opener === null) return;
    showBelow(current, opener);
    entries()[0]?.focus();
    const close = () => setOpen(false);
    addEventListener('resize', close);
    addEventListener('scroll', close, true);
    return () => {
      removeEventListener('resize', close);
      removeEventListener('scroll', close, true);
    };
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const move = (event: KeyboardEvent) => {
    const next = entryAfter(event.key, entries());
    if (next !== undefined) {
      event.preventDefault();
      next.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') {
      setOpen(false);
    }
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class="button quiet icon-only"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} />
      </button>
      {isOpen && (
        <div
          ref={menu}
          id={id}
          popover="auto"
          class="menu"
          role="menu"
          aria-label={label}
          onKeyDown={move}
          onToggle={(event) => {
            if ((event as unknown as ToggleEvent).newState === 'closed') setOpen(false);
          }}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={item.isDanger ? 'danger' : ''}
              disabled={item.isDisabled ?? false}
              onClick={() => {
                close();
                item.onSelect();
              }}
            >
              {item.icon !== undefined && <Icon name={item.icon} />}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** Shows the menu in the top layer, so that no list cuts it off: below its button, or above it where more fits. */
function showBelow(menu: HTMLElement, button: HTMLElement): void {
  menu.showPopover();
  const place = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = place.bottom + 4;
  menu.style.left = `${Math.max(8, Math.min(place.right - width, innerWidth - width - 8))}px`;
  menu.style.top = `${below + height > innerHeight - 8 ? Math.max(8, place.top - height - 4) : below}px`;
}

function entryAfter(key: string, all: readonly HTMLButtonElement[]): HTMLButtonElement | undefined {
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
  const next = steps[key];
  return next === undefined ? undefined : all.at(next % all.length);
}
