import { Component, type ComponentChildren } from 'preact';
import { problemText } from '../api/problems.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';

/** Shows that a view failed, and preserves the rest of the page. */
export class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Notice kind="error">
        <p>This view stopped working: {problemText(this.state.error)}</p>
        <Button isSmall icon="refresh" onClick={() => this.setState({ error: undefined })}>
          Show it again
        </Button>
      </Notice>
    );
  }
}
