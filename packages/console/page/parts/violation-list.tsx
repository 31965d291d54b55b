import { hrefOf } from '../fragment.ts';
import { Icon } from './icon.tsx';

/** Violations of the Bots API and of the rules in the page. */
export interface ShownViolation {
  readonly code: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly hint?: string | undefined;
  readonly block_id?: string | undefined;
}

/** More do not help an author who corrects them one by one. */
const mostShown = 50;

/**
 * The violations of a diagram, with a link to each block.
 *
 * @param botId - Without it, such as for a diagram without a bot, blocks have no links.
 */
export function ViolationList({
  violations,
  botId,
  total = violations.length,
  onShow,
}: {
  readonly violations: readonly ShownViolation[];
  readonly botId?: string;
  readonly total?: number;
  /** Called when the user follows a link, even to the current view. */
  readonly onShow?: () => void;
}) {
  const shown = violations.slice(0, mostShown);
  return (
    <>
      <ul class="violations">
        {shown.map((violation, at) => (
          // Rules can report the same violation twice.
          <li key={at} class={violation.severity}>
            <Icon name={violation.severity === 'error' ? 'error' : 'warning'} />
            <div>
              <p>
                <span class="hidden">{violation.severity === 'error' ? 'Error: ' : 'Warning: '}</span>
                {violation.message}
              </p>
              {violation.hint !== undefined && <p class="hint">{violation.hint}</p>}
              <p class="meta">
                {violation.block_id !== undefined &&
                  (botId === undefined ? (
                    <span>
                      Block <code>{violation.block_id}</code>
                    </span>
                  ) : (
                    <a href={hrefOf(['bots', botId], { block: violation.block_id })} onClick={() => onShow?.()}>
                      Show {violation.block_id}
                    </a>
                  ))}
                <code>{violation.code}</code>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {total > shown.length && <p class="muted">And {total - shown.length} more.</p>}
    </>
  );
}
