import type { ComponentChildren, Ref } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /** Shows that the button's action is running. The button stays focused, and ignores presses. */
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** Without it, the button submits its form. */
  readonly onClick?: (event: MouseEvent) => void;
  readonly isSmall?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const {
    children,
    kind = 'plain',
    icon,
    isBusy = false,
    isDisabled = false,
    onClick,
    isSmall = false,
    buttonRef,
  } = props;
  return (
    <button
      ref={buttonRef ?? null}
      type={onClick === undefined ? 'submit' : 'button'}
      class={`button ${kind}${isSmall ? ' small' : ''}`}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? <span class="spinner" aria-hidden="true" /> : icon !== undefined && <Icon name={icon} />}
      <span dir="auto">{children}</span>
    </button>
  );
}

export interface IconButtonProps {
  readonly icon: IconName;
  /** Label for screen readers, and tooltip. */
  readonly label: string;
  readonly onClick: (event: MouseEvent) => void;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
}

export function IconButton({ icon, label, onClick, isPressed, isDisabled = false }: IconButtonProps) {
  return (
    <button
      type="button"
      class="button quiet icon-only"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A link that looks like a button, because it begins an action. */
export function LinkButton(props: {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly kind?: ButtonProps['kind'];
  readonly icon?: IconName;
  readonly isSmall?: boolean;
  /** Opens a new tab. */
  readonly isExternal?: boolean;
}) {
  const { href, children, kind = 'plain', icon, isSmall = false, isExternal = false } = props;
  return (
    <a
      class={`button ${kind}${isSmall ? ' small' : ''}`}
      href={href}
      {...(isExternal && { target: '_blank', rel: 'noreferrer' })}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </a>
  );
}
