import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction } from '../api/use-load.ts';
import { hrefOf } from '../fragment.ts';
import { IconButton } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { type Permission, signOut, useSession } from './session.ts';
import { setTheme, type Theme, useTheme } from './theme.ts';

interface Place {
  readonly segment: string;
  readonly label: string;
  readonly icon: IconName;
  readonly needs: Permission | undefined;
}

const places: readonly Place[] = [
  { segment: 'bots', label: 'Bots', icon: 'bots', needs: 'view_bots' },
  { segment: 'conversations', label: 'Conversations', icon: 'chat', needs: undefined },
  { segment: 'customers', label: 'Customers', icon: 'customers', needs: undefined },
  { segment: 'channels', label: 'Channels', icon: 'channels', needs: undefined },
  { segment: 'deliveries', label: 'Deliveries', icon: 'send', needs: undefined },
  { segment: 'mails', label: 'Mails', icon: 'mail', needs: undefined },
  { segment: 'accounts', label: 'Connected accounts', icon: 'plug', needs: 'view_integrations' },
];

const themes: readonly { readonly theme: Theme; readonly label: string; readonly icon: IconName }[] = [
  { theme: 'auto', label: 'Colours of the system', icon: 'auto' },
  { theme: 'light', label: 'Light', icon: 'sun' },
  { theme: 'dark', label: 'Dark', icon: 'moon' },
];

/** The logo of the product: two blocks and a path between them. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect class="mark-ground" width="32" height="32" rx="8" />
      <rect class="mark-block" x="6" y="7" width="10" height="8" rx="2.5" />
      <rect class="mark-block" x="16" y="17" width="10" height="8" rx="2.5" />
      <path class="mark-way" d="M11 15v3.500a2.5 2.5 0 0 0 2.5 2.500H16" />
    </svg>
  );
}

/** The main navigation: at the side of a wide window, behind a button of a narrow one. */
export function Navigation({ current }: { readonly current: string }) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLDivElement>(null);
  const leave = useAction(signOut, { toast: true });
  const theme = useTheme();

  useEffect(() => setOpen(false), [current]);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.querySelector('button')?.focus();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen]);

  return (
    <header class={`side${isOpen ? ' open' : ''}`}>
      <a
        class="skip"
        href={location.hash}
        onClick={(event) => {
          event.preventDefault();
          document.querySelector('main')?.focus();
        }}
      >
        Skip to the content
      </a>
      <div class="side-top">
        <a class="home" href="#/">
          <Mark />
          <span>Botwright</span>
        </a>
        <div class="side-toggle" ref={toggle}>
          <button
            type="button"
            class="button quiet icon-only"
            aria-expanded={isOpen}
            aria-controls="navigation"
            aria-label="Navigation"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'close' : 'menu'} />
          </button>
        </div>
      </div>
      <div class="side-rest" id="navigation">
        <nav aria-label="Main">
          <ul class="places">
            {places
              .filter(({ needs }) => needs === undefined || session.permissions.includes(needs))
              .filter(({ segment }) => segment !== 'mails' || session.stores_mails)
              .map(({ segment, label, icon }) => (
                <li key={segment}>
                  <a
                    href={hrefOf([segment])}
                    aria-current={segment === current ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    <Icon name={icon} />
                    {label}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
        <div class="side-foot">
          <fieldset class="themes">
            <legend class="hidden">Colours</legend>
            {themes.map((choice) => (
              <IconButton
                key={choice.theme}
                icon={choice.icon}
                label={choice.label}
                isPressed={choice.theme === theme}
                onClick={() => setTheme(choice.theme)}
              />
            ))}
          </fieldset>
          <div class="who">
            <p>
              <strong>{session.brand}</strong>
              <span>Person {session.person}</span>
            </p>
            <IconButton icon="exit" label="Sign out" onClick={() => void leave.run()} />
          </div>
        </div>
      </div>
    </header>
  );
}
