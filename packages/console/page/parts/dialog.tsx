import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { problemText } from '../api/problems.ts';
import { useAction } from '../api/use-load.ts';
import { Button, IconButton } from './button.tsx';
import { goToLong } from './field.tsx';
import { Notice } from './notice.tsx';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called for Escape and the button in the corner. Without it, the dialog stays until its cause is gone. */
  readonly onClose?: () => void;
  readonly size?: 'small' | 'medium' | 'large';
}

/** A dialog over the page, open while it is rendered. It returns the focus when it closes. */
export function Dialog({ title, children, onClose, size = 'small' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = useRef(true);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    const opener = document.activeElement;
    current?.showModal();
    (
      current?.querySelector<HTMLElement>('[data-first]') ?? current?.querySelector<HTMLElement>('.dialog-title')
    )?.focus();
    return () => {
      isShown.current = false;
      // The action that closed the dialog may have moved the focus; closing would move it back.
      const { activeElement: now, body } = document;
      const isMovedOn = now !== null && now !== body && current?.contains(now) !== true;
      current?.close();
      const next = isMovedOn ? now : opener;
      if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: isMovedOn });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${size}`}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // Otherwise a second Escape would always close it.
        if (event.key !== 'Escape' || event.isComposing) return;
        event.stopPropagation();
        event.preventDefault();
        onClose?.();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // The browser fires no second cancel for other ways to close it, such as the back gesture of a phone.
      onClose={() => {
        // Ignores the dialog's close event, which may arrive after another view has opened.
        if (!isShown.current) return;
        if (onClose === undefined) dialog.current?.showModal();
        else onClose();
      }}
    >
      <header class="dialog-head">
        <h2 class="dialog-title" id={id} tabIndex={-1}>
          {title}
        </h2>
        {onClose !== undefined && <IconButton icon="close" label="Close" onClick={onClose} />}
      </header>
      {children}
    </dialog>
  );
}

/** A dialog with a form: fields, the problem of the whole form, and the buttons. */
export function FormDialog(
  props: DialogProps & {
    readonly submit: string;
    readonly kind?: 'primary' | 'danger';
    readonly isBusy?: boolean;
    readonly isDisabled?: boolean;
    /** The problem that no field shows. */
    readonly error?: string | undefined;
    readonly onSubmit: () => void;
    readonly onClose: () => void;
  },
) {
  const { submit, kind = 'primary', isBusy = false, isDisabled = false, error = '', onSubmit, onClose } = props;
  return (
    <Dialog {...props}>
      <form
        class="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !isDisabled && !goToLong(event.currentTarget)) onSubmit();
        }}
      >
        <div class="dialog-body">
          {props.children}
          {error !== '' && <Notice kind="error">{error}</Notice>}
        </div>
        <footer class="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={kind} isBusy={isBusy} isDisabled={isDisabled}>
            {submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Asks for confirmation of an irreversible or visible action, and closes after it. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly confirm: string;
  readonly kind?: 'primary' | 'danger';
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { confirm, kind = 'danger', act, onClose } = props;
  const { run, isBusy, error } = useAction(async () => {
    await act();
    onClose();
  });
  return (
    <FormDialog
      {...props}
      submit={confirm}
      kind={kind}
      isBusy={isBusy}
      error={error === undefined ? undefined : problemText(error)}
      onSubmit={() => void run()}
    />
  );
}
