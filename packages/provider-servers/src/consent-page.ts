import type { DeskOptions } from './consent-desk.ts';
import type { ServedAnswer } from './local-server.ts';

/** A page to consent on, which posts to its own address. */
export function consentPage({ title, people }: DeskOptions, scopes: readonly string[]): ServedAnswer {
  const choices = people.map(
    ({ id, name, email }, index) =>
      `<label><input type="radio" name="person" value="${escapeHtml(id)}"${index === 0 ? ' checked' : ''}> ${escapeHtml(name)} (${escapeHtml(email)})</label><br>`,
  );
  const boxes = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked> ${escapeHtml(scope)}</label><br>`,
  );
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}, on this machine</title></head>
<body><h1>${escapeHtml(title)}, on this machine</h1><form method="post">
<fieldset><legend>Who are you?</legend>${choices.join('\n')}</fieldset>
<fieldset><legend>What the app may do</legend><input type="hidden" name="choice" value="scopes">${boxes.join('\n')}</fieldset>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form></body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
