/** The style sheet of all pages. The content security policy allows it by its hash. */
export const styles = `
h1, p, strong, a, button { unicode-bidi: plaintext }
:root {
  color-scheme: light dark;
  --ground: #eef1f5; --card: #ffffff; --edge: #d5dbe3; --text: #18202b; --soft: #505c6c;
  --accent: #1a56c4; --accent-text: #ffffff; --accent-over: #13429a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11161d; --card: #1a212b; --edge: #364252; --text: #e8edf4; --soft: #a8b4c4;
    --accent: #8ab4ff; --accent-text: #0b1524; --accent-over: #aecbff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem 1rem;
  background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main {
  width: 100%; max-width: 29rem; padding: 2rem; background: var(--card);
  border: 1px solid var(--edge); border-radius: 0.75rem; overflow-wrap: anywhere;
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
.note { color: var(--soft); font-size: 0.875rem; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
label { flex: 1 1 100%; font-weight: 600; }
input[type="password"] {
  display: block; width: 100%; min-height: 2.75rem; margin-top: 0.375rem; padding: 0.5rem 0.75rem;
  border: 1px solid var(--soft); border-radius: 0.5rem; background: var(--ground); color: var(--text); font: inherit;
}
fieldset { flex: 1 1 100%; margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
.choice { display: flex; gap: 0.625rem; align-items: center; padding: 0.5rem 0; font-weight: 400; }
.choice input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); }
button, .button {
  flex: 1 1 9rem; min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 1px solid var(--accent);
  border-radius: 0.5rem; background: var(--accent); color: var(--accent-text);
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.button { display: inline-block; }
button:hover, .button:hover { background: var(--accent-over); border-color: var(--accent-over); }
button.quiet { background: transparent; color: var(--text); border-color: var(--soft); }
button.quiet:hover { background: var(--ground); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 26rem) { main { padding: 1.5rem 1.25rem; } }
@media (forced-colors: active) { main, button, .button { border-color: ButtonText; } }
`;
