import { hrefOf } from '../fragment.ts';
import { Icon } from './icon.tsx';

/** What the rules of diagrams found, as the Bots API and the rules themselves write it. */
export interface ShownViolation {
  readonly code: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly hint?: string | undefined;
  readonly block_id?: string | undefined;
}

/** More are no help to somebody who has to mend them one by one. */
const mostShown = 50;

/**
 * What stops a diagram, with a link to each block.
 *
 * @param botId - Without it, as of a diagram that is no bot's yet, blocks are named and not linked.
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
  /** Called when a block is gone to, which may be on the view that is there. */
  readonly onShow?: () => void;
}) {
  const shown = violations.slice(0, mostShown);
  return (
    <>
      <ul class="violations">
        {shown.map((violation, at) => (
          // Rules can find the same thing twice.
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
