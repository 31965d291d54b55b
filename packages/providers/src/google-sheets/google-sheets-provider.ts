import { ProviderError, type SheetPlace, type SpreadsheetProvider } from '@botwright/core/ports';
import { type OAuthGrant, oauthClient } from '../oauth/oauth-client.ts';
import { type ProviderOptions, readOptions } from '../oauth/provider-options.ts';
import {
  classifyGoogleRefusal,
  fileScopes,
  type GoogleEndpoint,
  googleEndpoints,
  identityScopes,
} from './google-service.ts';
import { listSpreadsheets } from './list-spreadsheets.ts';
import { getRow, insertRow, updateRow } from './rows.ts';
import { listColumns, readTabs, type SheetsApi } from './sheets-api.ts';

/** The app that is registered with Google. */
export interface GoogleSheetsOptions extends ProviderOptions<GoogleEndpoint> {
  /** The issuer in ID tokens. Default: `https://accounts.google.com`. */
  readonly issuer?: string;
}

/**
 * Connects Google accounts for their spreadsheets.
 *
 * @throws {TypeError} For an empty client id or secret, or an endpoint that secrets must not be sent to.
 * @spec GS1, GS2, GS3, GS4
 * @example
 * const spreadsheets = googleSheetsProvider({ clientId, clientSecret });
 */
export function googleSheetsProvider(options: GoogleSheetsOptions): SpreadsheetProvider {
  const service = 'Google';
  const { begin, clock, endpoints } = readOptions(options, {
    service,
    endpoints: googleEndpoints,
    classifyRefusal: classifyGoogleRefusal,
  });
  const oauth = oauthClient({
    app: options,
    clock,
    server: {
      service,
      ...endpoints,
      issuer: options.issuer ?? 'https://accounts.google.com',
      scopes: [...identityScopes, ...fileScopes],
      // Google gives a refresh token only with a consent, so it is asked for each time.
      parameters: { access_type: 'offline', prompt: 'select_account consent' },
      secretIn: 'body',
      hasIdToken: true,
    },
  });
  const open = (accessToken: string, spreadsheetId: string): SheetsApi => ({
    call: begin(),
    base: endpoints.sheets,
    accessToken,
    spreadsheetId,
  });
  const openPlace = (accessToken: string, { spreadsheetId }: SheetPlace): SheetsApi => open(accessToken, spreadsheetId);
  return {
    kind: 'spreadsheets',
    title: 'Google Sheets',
    requiredScopes: fileScopes,
    authorizationUrl: oauth.authorizationUrl,
    exchangeCode: async (exchange) => accountOf(await oauth.exchangeCode(begin(), exchange)),
    refresh: (tokens) => oauth.refresh(begin(), tokens),
    revoke: (tokens) => oauth.revoke(begin(), tokens),
    listSpreadsheets: (accessToken) => listSpreadsheets(begin(), endpoints.drive, accessToken),
    async listSheets(accessToken, spreadsheetId) {
      const tabs = await readTabs(open(accessToken, spreadsheetId));
      return tabs.map(({ id, title }) => ({ title, id: String(id) }));
    },
    listColumns: (accessToken, spreadsheetId, title) => listColumns(open(accessToken, spreadsheetId), title),
    insertRow: (accessToken, at, cells) => insertRow(openPlace(accessToken, at), at.sheetName, cells),
    updateRow: (accessToken, at, reference, cells) =>
      updateRow(openPlace(accessToken, at), at.sheetName, { reference, cells }),
    getRow: (accessToken, at, reference, columns) =>
      getRow(openPlace(accessToken, at), at.sheetName, { reference, columns }),
  };
}

/** @spec GS2, GS3 */
function accountOf({ tokens, claims }: OAuthGrant): Awaited<ReturnType<SpreadsheetProvider['exchangeCode']>> {
  const { sub, email } = claims;
  if (tokens.refreshToken === undefined) throw new ProviderError('refused', 'Google gave no refresh token.');
  if (typeof sub !== 'string') throw new ProviderError('unavailable', 'Google did not say who consented.');
  return { externalId: sub, name: typeof email === 'string' ? email : sub, tokens };
}
