import {table,open,browser,post} from './.pgshot.mjs';
import { readFileSync } from 'node:fs';
const axe=readFileSync('node_modules/axe-core/axe.min.js','utf8');
const m=await table('clockworld:tavern-shootout',6);
const nm=await table('proficiency:a-season-in-the-valley',2);
const list=[['/',null],['/designer/actions?scene=clockworld:tavern-shootout&actor=mudo&do=attack&.target=rusk',null],['/designer/rules',null],['/designer/sweep',async p=>{await p.locator('select').first().selectOption('clockworld:duel'); await p.waitForTimeout(800); await p.locator('input[type=number]').first().fill('30'); await p.locator('form input:not([type=number])').nth(0).fill('mudo.shock_limit=1..5'); await p.locator('form input:not([type=number])').nth(1).fill('vole.shock_limit=1..5'); await p.locator('form button.main').click(); await p.waitForSelector('table',{timeout:60000});}],['/designer/simulate',async p=>{await p.locator('summary').first().click();}],['/rules/clockworld#CW-095',async p=>{await p.locator('[data-cases] > summary').first().click(); await p.waitForTimeout(500); await p.locator('.case summary').first().click();}],[m.seats[0].link,async p=>{await p.getByRole('button',{name:/Seats/}).click(); await p.waitForTimeout(500); await p.locator('[data-make-invite]').click().catch(()=>{}); await p.waitForTimeout(400);}],[nm.seats[0].link,null],[m.seats[0].link,async p=>{ if(await p.locator('[data-verb=attack]').count()){await p.locator('[data-verb=attack]').first().click(); await p.waitForTimeout(1500);} }]];
for (const dark of [false,true]) for (const [path,prep] of list) {
  try {
  const p=await open(path,{dark}); await p.waitForTimeout(1500); if(prep) await prep(p);
  await p.evaluate(axe);
  const r=await p.evaluate(()=>axe.run({resultTypes:['violations']}));
  const bad=r.violations.filter(v=>['serious','critical'].includes(v.impact));
  console.log(dark?'dark':'light',path.slice(0,60),bad.length?'':'ok'); for(const v of bad) console.log('   ',v.id,v.nodes.length,v.nodes.slice(0,3).map(n=>n.target.join(' ')+' '+(n.any[0]?.message??'').slice(0,140)).join(' | '));
  await p.context().close(); } catch(e) { console.log('FAIL',path,e.message.slice(0,200)); }
}
await browser.close();
