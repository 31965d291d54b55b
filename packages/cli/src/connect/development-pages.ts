import { EngineError, type ShippedAccountKind } from '@botwright/core';
import type { IdSource } from '@botwright/core/ports';
import { type ConsentRequest, type PretendProviders, pretendPeople } from '@botwright/core/testing';
import {
  type ApiResponse,
  escapeHtml,
  type FormParts,
  htmlPage,
  isOwnForm,
  openForm,
  type PageOperation,
  type PageRequest,
  readForm,
  securityHeaders,
} from '@botwright/http/pages';

interface ConsentOptions {
  readonly publicRoot: string;
  readonly titles: Readonly<Record<ShippedAccountKind, string>>;
  readonly consents: PretendProviders['consents'];
  readonly ids: IdSource;
  readonly kinds: readonly ShippedAccountKind[];
  /** The base path of the pages. */
  readonly path: `/${string}`;
}

/** The consent pages of the development providers, for people who follow a link. @spec SV33, SV39 */
export function consentOperations(options: ConsentOptions): readonly PageOperation[] {
  return options.kinds.flatMap((kind): readonly PageOperation[] => [
    {
      id: 'showDevelopmentConsent',
      method: 'GET',
      path: `${options.path}/${kind}/consent`,
      async serve({ request }) {
        const consent = readConsentRequest(request.query, kind, options);
        const { token, setCookie } = openForm({ ...formOf(consent, request, options), ids: options.ids });
        return consentPage(options.titles[kind], { token, ...(setCookie !== undefined && { setCookie }) });
      },
    },
    {
      id: 'giveDevelopmentConsent',
      method: 'POST',
      path: `${options.path}/${kind}/consent`,
      serve: (request) => giveConsent(request, kind, options),
    },
  ]);
}

/** The booking page of a visitor. */
export function bookingPage(path: `/${string}`): PageOperation {
  const body = '<p>Here people would choose a time. Nothing can be booked: this is not a real service.</p>';
  const page = htmlPage(200, { title: 'Development Scheduler', body });
  return { id: 'showDevelopmentBooking', method: 'GET', path: `${path}/booking`, serve: async () => page };
}

/** @throws {EngineError} `invalid_parameters` for a consent that was not requested, or is already answered. */
function readConsentRequest(query: string, kind: ShippedAccountKind, { consents }: ConsentOptions): ConsentRequest {
  const parameters = new URLSearchParams(query);
  const consent = {
    kind,
    state: parameters.get('state') ?? '',
    codeChallenge: parameters.get('code_challenge') ?? '',
    redirectUri: parameters.get('redirect_uri') ?? '',
  };
  if (!consents.isExpected(consent)) throw new EngineError('invalid_parameters');
  return consent;
}

function formOf({ state }: ConsentRequest, request: FormParts['request'], { publicRoot }: ConsentOptions): FormParts {
  return { request, publicUrl: publicRoot, purpose: ['consent', state] };
}

/** @spec SV33, SV39, SV40 */
async function giveConsent(
  { request }: PageRequest,
  kind: ShippedAccountKind,
  options: ConsentOptions,
): Promise<ApiResponse> {
  const consent = readConsentRequest(request.query, kind, options);
  const form = await readForm(request);
  if (!isOwnForm(form.get('form'), formOf(consent, request, options))) throw new EngineError('permission_denied');
  const { state, redirectUri } = consent;
  const isAllowed = form.get('decision') === 'allow';
  const person = isAllowed ? pretendPeople.find(({ id }) => id === form.get('person')) : undefined;
  const code = options.consents.answer(consent, person);
  const answer = code === undefined ? { state, error: 'access_denied' } : { state, code };
  const location = `${redirectUri}?${new URLSearchParams(answer)}`;
  return { status: 303, headers: { ...securityHeaders, location } };
}

function consentPage(title: string, form: { readonly token: string; readonly setCookie?: string }): ApiResponse {
  const choices = pretendPeople.map(
    ({ id, name, email }, index) =>
      `<label class="choice"><input type="radio" name="person" value="${id}"${index === 0 ? ' checked' : ''}> <span>${escapeHtml(name)}, ${escapeHtml(email)}</span></label>`,
  );
  const body = `<p><strong>This is not a real service.</strong> It stands for the page on which a provider asks for consent, so that you can try connected accounts without signing up anywhere.</p>
<form method="post">
<input type="hidden" name="form" value="${form.token}">
<fieldset>
<legend>Which account?</legend>
${choices.join('\n')}
</fieldset>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="quiet">Deny</button>
</form>`;
  const { setCookie } = form;
  return htmlPage(200, { title, body, ...(setCookie !== undefined && { headers: { 'set-cookie': setCookie } }) });
}
