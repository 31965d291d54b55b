import type { AccountKind, Clock, IdSource, SchedulerProvider, SpreadsheetProvider } from '@botwright/core';
import type { PageOperation } from '@botwright/http/pages';
import { bookingPage, consentOperations } from './development-consent.ts';
import { developmentDesk, developmentScope } from './development-desk.ts';
import { developmentSheets } from './development-sheets.ts';

export const developmentPath = '/development';

export interface DevelopmentProviders {
  readonly providers: readonly [SpreadsheetProvider, SchedulerProvider];
  readonly operations: readonly PageOperation[];
}

/**
 * Makes providers of accounts that are not real, with pages to consent on: what there is to see of connected accounts
 * with nothing to sign up for. Nobody is asked outside.
 *
 * @spec SV32, SV33, SV34, SV39
 */
export function developmentProviders(options: {
  /** Where the server is reached from outside, without a slash at the end. */
  readonly publicRoot: string;
  readonly ids: IdSource;
  readonly clock: Clock;
}): DevelopmentProviders {
  const { publicRoot } = options;
  const desk = developmentDesk(options);
  const bookingUrl = `${publicRoot}${developmentPath}/booking`;

  function common(
    kind: AccountKind,
  ): Pick<SpreadsheetProvider, 'requiredScopes' | 'authorizationUrl' | 'exchangeCode' | 'refresh' | 'revoke'> {
    return {
      requiredScopes: [developmentScope],
      authorizationUrl({ state, codeChallenge, redirectUri }) {
        desk.expect({ kind, state, codeChallenge, redirectUri });
        const query = { state, code_challenge: codeChallenge, redirect_uri: redirectUri };
        return `${publicRoot}${developmentPath}/${kind}/consent?${new URLSearchParams(query)}`;
      },
      async exchangeCode(exchange) {
        const { person, externalId, tokens } = desk.exchange({ ...exchange, kind });
        if (kind === 'spreadsheets') return { externalId, name: person.email, tokens };
        return { externalId, name: person.name, schedulingUrl: bookingUrl, tokens };
      },
      async refresh(tokens) {
        desk.personOf(tokens.accessToken);
        return tokens;
      },
      revoke: async (tokens) => desk.revoke(tokens),
    };
  }

  const spreadsheets: SpreadsheetProvider = {
    ...common('spreadsheets'),
    ...developmentSheets(desk.personOf),
    kind: 'spreadsheets',
    title: 'Development Sheets',
  };
  const scheduler: SchedulerProvider = {
    ...common('scheduler'),
    kind: 'scheduler',
    title: 'Development Scheduler',
    async listEventTypes(accessToken) {
      desk.personOf(accessToken);
      return [
        { name: 'Short call', schedulingUrl: `${bookingUrl}?type=short`, durationMinutes: 15 },
        { name: 'Demonstration', schedulingUrl: `${bookingUrl}?type=demonstration`, durationMinutes: 45 },
      ];
    },
  };
  const titles = { spreadsheets: spreadsheets.title, scheduler: scheduler.title };
  return {
    providers: [spreadsheets, scheduler],
    operations: [
      ...consentOperations({ ...options, titles, desk, path: developmentPath }),
      bookingPage(developmentPath),
    ],
  };
}
