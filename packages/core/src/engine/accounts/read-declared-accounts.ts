import * as v from 'valibot';
import { accountKinds } from '../../domain/account-connection/account-kind.ts';
import { isHttpUrl } from '../../domain/input/is-http-url.ts';
import type { DeclaredAccount } from '../../ports/installation.ts';
import { invalidParameters, plainText, shape } from '../input/read-input.ts';

const filledText = v.pipe(plainText, v.minLength(1, 'Expected a text.'));

/** An account as the configuration declares it. */
export const declaredAccountShape = shape({
  kind: v.picklist(accountKinds),
  id: filledText,
  name: filledText,
  schedulingUrl: v.optional(v.pipe(plainText, v.check(isHttpUrl, 'Expected an http(s) address.'))),
  person: v.optional(v.pipe(v.number(), v.safeInteger())),
});

/**
 * Checks what the shapes of declared accounts cannot say.
 *
 * @param field - Of the list.
 * @throws {EngineError} `invalid_parameters`
 * @spec CA29
 */
export function checkDeclaredAccounts(accounts: readonly DeclaredAccount[], field: string): void {
  for (const [index, { kind, id, schedulingUrl }] of accounts.entries()) {
    const isTaken = accounts.slice(0, index).some((each) => each.kind === kind && each.id === id);
    if (isTaken) throw invalidParameters(`${field}.${index}.id`, 'Another account of this kind has this id.');
    if (kind === 'scheduler' && schedulingUrl === undefined) {
      throw invalidParameters(`${field}.${index}.schedulingUrl`, 'Expected the page to book on.');
    }
  }
}
