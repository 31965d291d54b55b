import { type BotsServer, botsServer, readServerUrl } from '../bots/bots-server.ts';
import { CommandFailure } from '../command-failure.ts';

/**
 * Opens the Bots API that a flag or the environment names. A file must not name it: the author of a pull request would
 * get the token.
 *
 * @throws {CommandFailure} When none is named, or the address is invalid.
 * @spec PU14
 */
export function connect(
  flag: '--from' | '--to' | '--url',
  given: string | undefined,
  token: string | undefined,
): BotsServer {
  const { BOTWRIGHT_URL: named, BOTWRIGHT_TOKEN: known } = process.env;
  const address = given ?? named;
  if (address === undefined || address === '') {
    const example = `${flag} https://bots.example.com/v0-alpha`;
    throw new CommandFailure('usage', `Say where the Bots API is: ${example}, or BOTWRIGHT_URL.`);
  }
  const url = readServerUrl(address, given === undefined ? 'BOTWRIGHT_URL' : flag);
  return botsServer(url, token ?? known);
}
