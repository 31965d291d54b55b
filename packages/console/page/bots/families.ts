/** What people call the channel families that come with the product. */
const names: Readonly<Record<string, string>> = {
  native: 'Web chat',
  apichat: 'API chat',
  msgapp: 'Messaging app',
  facebook: 'Facebook',
};

/** A family of the host is called by its own name. */
export function familyName(family: string): string {
  return names[family] ?? family;
}
