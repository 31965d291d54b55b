/** Names of the shipped channel families for people. */
const names: Readonly<Record<string, string>> = {
  native: 'Web chat',
  apichat: 'API chat',
  msgapp: 'Messaging app',
  facebook: 'Facebook',
};

/** Shows a family of the host by its identifier. */
export function familyName(family: string): string {
  return names[family] ?? family;
}
