import { type AccountKind, EngineError } from '@botwright/core';
import {
  escapeHtml,
  htmlPage,
  isOwnForm,
  type PageOperation,
  type PageRequest,
  type Reply,
  readForm,
  securityHeaders,
} from '@botwright/http/pages';
import { type DevelopmentDesk, developmentPeople } from './development-desk.ts';

interface ConsentOptions {
  readonly publicRoot: string;
  readonly redirectUri: string;
  readonly titles: Readonly<Record<AccountKind, string>>;
  readonly desk: DevelopmentDesk;
  /** Below which the pages lie. */
  readonly path: `/${string}`;
}

interface Asked {
  readonly state: string;
  readonly challenge: string;
}

/** The pages that stand for a provider's consent screen. @spec SV33 */
export function consentOperations(options: ConsentOptions): readonly PageOperation[] {
  const kinds: readonly AccountKind[] = ['spreadsheets', 'scheduler'];
  return kinds.flatMap((kind): readonly PageOperation[] => [
    {
      id: 'showDevelopmentConsent',
      method: 'GET',
      path: `${options.path}/${kind}/consent`,
      async serve({ exchange }) {
        readAsked(exchange.query, options);
        return consentPage(options.titles[kind]);
      },
    },
    {
      id: 'giveDevelopmentConsent',
      method: 'POST',
      path: `${options.path}/${kind}/consent`,
      serve: (request) => giveConsent(request, options),
    },
  ]);
}

/** Where booking would happen. */
export function bookingPage(path: `/${string}`): PageOperation {
  const body = '<p>Here people would choose a time. Nothing can be booked: this is not a real service.</p>';
  const page = htmlPage(200, { title: 'Development Scheduler', body });
  return { id: 'showDevelopmentBooking', method: 'GET', path: `${path}/booking`, serve: async () => page };
}

/** @throws {EngineError} `invalid_parameters` also for an address to go back to that is not ours. */
function readAsked(query: string, { redirectUri }: ConsentOptions): Asked {
  const parameters = new URLSearchParams(query);
  const state = parameters.get('state') ?? '';
  const challenge = parameters.get('code_challenge') ?? '';
  if (state === '' || challenge === '' || parameters.get('redirect_uri') !== redirectUri) {
    throw new EngineError('invalid_parameters');
  }
  return { state, challenge };
}

async function giveConsent({ exchange }: PageRequest, options: ConsentOptions): Promise<Reply> {
  const { state, challenge } = readAsked(exchange.query, options);
  if (!isOwnForm(exchange, options.publicRoot)) throw new EngineError('permission_denied');
  const form = await readForm(exchange);
  const person = developmentPeople.find(({ id }) => id === form.get('person'));
  const { desk, redirectUri } = options;
  const answer =
    person === undefined || form.get('decision') !== 'allow'
      ? { state, error: 'access_denied' }
      : { state, code: desk.issue({ person, challenge, redirectUri }) };
  const location = `${redirectUri}?${new URLSearchParams(answer)}`;
  return { status: 303, headers: { ...securityHeaders, location } };
}

function consentPage(title: string): Reply {
  const choices = developmentPeople.map(
    ({ id, name, email }, index) =>
      `<label class="choice"><input type="radio" name="person" value="${id}"${index === 0 ? ' checked' : ''}> <span>${escapeHtml(name)}, ${escapeHtml(email)}</span></label>`,
  );
  const body = `<p><strong>This is not a real service.</strong> It stands for the page on which a provider asks for consent, so that you can try connected accounts without signing up anywhere.</p>
<form method="post">
<fieldset>
<legend>Which account?</legend>
${choices.join('\n')}
</fieldset>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="quiet">Deny</button>
</form>`;
  return htmlPage(200, { title, body });
}
