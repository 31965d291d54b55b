/** @module Google and Calendly on this machine, speaking what they document: for tests and for development. */
export { type LocalCalendly, type LocalCalendlyOptions, type LocalEventType, startCalendly } from './calendly.ts';
export type { Grant, LocalPerson } from './consent-desk.ts';
export type { Consent } from './give-consent.ts';
export { type LocalGoogle, type LocalGoogleOptions, startGoogle } from './google.ts';
export type { LocalServer, ServedRequest, Trouble } from './local-server.ts';
export type { Cell, LocalFile, LocalTab } from './workbook.ts';
