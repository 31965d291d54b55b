import { hash } from 'node:crypto';
import { escapeXml } from '../../printing/junit.ts';

const style = `
:root{color-scheme:light dark;--line:#c3cad5;--muted:#5b6675;--bad:#b3202a;--good:#1a7f37;--lit:#d97706;--soft:#f4f6f9}
@media(prefers-color-scheme:dark){:root{--line:#3a4554;--muted:#9aa6b5;--bad:#ff7b72;--good:#4ac26b;--lit:#f5a524;--soft:#161d27}}
*{box-sizing:border-box}
body{margin:0;font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header,main,footer{padding:1rem 1.5rem}
h1{font-size:1.4rem;margin:0}
h2{font-size:1.1rem;margin:0 0 .25rem}
code,pre,.text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.85rem}
.text,pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}
.muted{color:var(--muted)}
.bad{color:var(--bad)}
.good{color:var(--good)}
main{display:grid;grid-template-columns:minmax(20rem,2fr) minmax(0,3fr);gap:1.5rem;align-items:start}
main.plain{display:block}
.failed{border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:0 0 1rem}
.failed pre{border-left:3px solid var(--line);padding-left:.6rem;margin:.5rem 0}
ol{list-style:none;margin:.5rem 0 0;padding:0}
.step{display:block;width:100%;text-align:start;font:inherit;color:inherit;background:none;border:0;border-left:4px solid var(--line);padding:.35rem .6rem;cursor:pointer}
.step[aria-current]{border-left-color:var(--lit);background:var(--soft)}
.step:focus-visible,summary:focus-visible,.picture:focus-visible{outline:3px solid var(--lit);outline-offset:1px}
.step.bad{border-left-color:var(--bad)}
.step .do{color:var(--muted)}
.step .more{display:block;margin-left:1rem}
.pictures{position:sticky;top:1rem}
.picture{border:1px solid var(--line);border-radius:.5rem;overflow:auto;max-height:88vh}
.live .picture:not(.shown){display:none}
.picture svg{display:block}
.bw-block.lit>.bw-box{stroke:var(--lit);stroke-width:5}
ul{margin:.25rem 0;padding-left:1.25rem}
@media(max-width:60rem){main{display:block}.pictures{position:sticky;top:auto;bottom:0}.picture{max-height:35vh;background:Canvas}.step{scroll-margin-bottom:40vh}}
@media print{main{display:block}.pictures{position:static}.picture{max-height:none}}
`;

/**
 * Lights the block of the step with the focus, and of another one in view when that step is scrolled away: a failed one,
 * or else the first. Texts of bots are only compared.
 */
const script = `
document.documentElement.classList.add('live');
const steps=[...document.querySelectorAll('.step')],pictures=[...document.querySelectorAll('.picture')],status=document.getElementById('status');
let current;
function show(step){
if(current)current.removeAttribute('aria-current');
current=step;step.setAttribute('aria-current','step');
document.querySelectorAll('.lit').forEach((lit)=>lit.classList.remove('lit'));
const picture=document.getElementById('picture-'+step.dataset.picture);
pictures.forEach((each)=>each.classList.toggle('shown',each===picture));
const block=picture&&[...picture.querySelectorAll('.bw-block')].find((each)=>each.dataset.block===step.dataset.block);
status.textContent=step.dataset.block===undefined?'':'Block '+step.dataset.block;
if(!block)return;
block.classList.add('lit');
const box=block.getBoundingClientRect(),around=picture.getBoundingClientRect();
picture.scrollBy(box.left+box.width/2-around.left-around.width/2,box.top+box.height/2-around.top-around.height/2);
}
for(const step of steps){step.addEventListener('focus',()=>show(step));step.addEventListener('click',()=>{step.focus();show(step)});
step.addEventListener('keydown',(event)=>{const by={ArrowDown:1,ArrowUp:-1}[event.key];
if(by===undefined)return;event.preventDefault();steps[steps.indexOf(step)+by]?.focus()})}
const first=steps.find((step)=>step.classList.contains('bad'))??steps[0];
if(first)show(first);
let scrolled=false;
addEventListener('scroll',()=>{scrolled=true},{once:true});
const inView=new Set(),watch=new IntersectionObserver((entries)=>{
for(const {target,isIntersecting} of entries)isIntersecting?inView.add(target):inView.delete(target);
if(!scrolled||inView.has(current))return;
const seen=steps.filter((step)=>inView.has(step)),next=seen.find((step)=>step.classList.contains('bad'))??seen[0];
if(next)show(next);
});
for(const step of steps)watch.observe(step);
`;

/** A page that loads nothing, and runs only this script. */
export function htmlPage(title: string, body: string): string {
  const allowed = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash('sha256', script, 'base64')}'`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${allowed}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    body,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
  ].join('\n');
}
