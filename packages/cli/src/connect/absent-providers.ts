import {
  type AuthorizationRequest,
  ProviderError,
  type SchedulerProvider,
  type SpreadsheetProvider,
} from '@botwright/core/ports';
import { pretendScope } from '@botwright/core/testing';

async function isAbsent(): Promise<never> {
  throw new ProviderError('unavailable', 'No provider is set up on this server.');
}

const absent = {
  // With the scope of the development providers, the accounts that they connected stay listed after they are disabled.
  requiredScopes: [pretendScope],
  /** Sends the person back immediately, as if they had declined: the page then says that nothing is connected. */
  authorizationUrl: ({ state, redirectUri }: AuthorizationRequest) =>
    `${redirectUri}?${new URLSearchParams({ state, error: 'no_provider' })}`,
  exchangeCode: isAbsent,
  refresh: isAbsent,
  revoke: isAbsent,
};

/**
 * Providers for a server that has none: connections can start and show their pages, and a person who continues learns
 * that nothing was connected.
 *
 * @spec SV42
 */
export function absentProviders(): readonly [SpreadsheetProvider, SchedulerProvider] {
  return [
    {
      ...absent,
      kind: 'spreadsheets',
      title: 'a spreadsheet service (none is set up here)',
      listSpreadsheets: isAbsent,
      listSheets: isAbsent,
      listColumns: isAbsent,
      insertRow: isAbsent,
      updateRow: isAbsent,
      getRow: isAbsent,
    },
    { ...absent, kind: 'scheduler', title: 'a booking service (none is set up here)', listEventTypes: isAbsent },
  ];
}
