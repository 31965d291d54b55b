import type { SchedulerProvider, SpreadsheetProvider } from '@botwright/core/ports';
import { CommandFailure } from '../command-failure.ts';
import type { Config } from '../config/config-schema.ts';

/** The services' providers, for the kinds with app credentials in the config. */
export interface RealProviders {
  readonly spreadsheets: SpreadsheetProvider | undefined;
  readonly scheduler: SchedulerProvider | undefined;
}

/**
 * Makes the providers. Loads the client of a service only if the config has its credentials.
 *
 * @throws {CommandFailure} For an endpoint that must not receive secrets. The message shows no secret.
 * @spec SV70
 */
export async function realProviders(config: NonNullable<Config['providers']>): Promise<RealProviders> {
  const { google_sheets, calendly } = config;
  return {
    spreadsheets:
      google_sheets &&
      (await make('google_sheets', async () => {
        const { googleSheetsProvider } = await import('@botwright/providers/google-sheets');
        const { issuer } = google_sheets;
        return googleSheetsProvider({ ...appOf(google_sheets), ...(issuer !== undefined && { issuer }) });
      })),
    scheduler:
      calendly &&
      (await make('calendly', async () => {
        const { calendlyProvider } = await import('@botwright/providers/calendly');
        return calendlyProvider(appOf(calendly));
      })),
  };
}

interface GivenApp<TEndpoints> {
  readonly client_id: string;
  readonly client_secret: string;
  readonly endpoints?: TEndpoints;
}

function appOf<TEndpoints>({ client_id, client_secret, endpoints }: GivenApp<TEndpoints>) {
  return { clientId: client_id, clientSecret: client_secret, ...(endpoints !== undefined && { endpoints }) };
}

async function make<T>(name: string, provider: () => Promise<T>): Promise<T> {
  try {
    return await provider();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandFailure('usage', `The config cannot be used: providers.${name}: ${error.message}`, {
      cause: error,
    });
  }
}
