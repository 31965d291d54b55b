import {
  type AuthorizationRequest,
  ProviderError,
  type SchedulerProvider,
  type SpreadsheetProvider,
} from '@botwright/core';
import { developmentScope } from './development-desk.ts';

async function isAbsent(): Promise<never> {
  throw new ProviderError('unavailable', 'No provider is set up on this server.');
}

const absent = {
  // Lists stay as they are where the providers were switched off.
  requiredScopes: [developmentScope],
  /** Straight back, as if the person had not consented: the page behind a link then says that nothing is connected. */
  authorizationUrl: ({ state, redirectUri }: AuthorizationRequest) =>
    `${redirectUri}?${new URLSearchParams({ state, error: 'no_provider' })}`,
  exchangeCode: isAbsent,
  refresh: isAbsent,
  revoke: isAbsent,
};

/**
 * Stands for the providers that a server does not have: connections are started and links open, and whoever connects
 * is told that nothing was connected.
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
