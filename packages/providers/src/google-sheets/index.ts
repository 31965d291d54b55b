/** @module Google Sheets as a connected account of Botwright. */
export { type GoogleSheetsOptions, googleSheetsProvider } from './google-sheets-provider.ts';
