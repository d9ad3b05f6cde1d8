import {table,open,shot,browser,post} from './.pgshot.mjs';
const m=await table('clockworld:tavern-shootout',12); const g=m.seats[0];
const p=await open(g.link); await p.waitForSelector('[data-map]'); 
for(let i=0;i<12 && !(await p.locator('[data-offers] [data-verb="attack"]').count());i++){ await post(`/tables/${m.table.code}/bot`,{id:'x'+i,policy:'bold'},g.key).catch(()=>null); await p.waitForTimeout(500);} 
await p.locator('[data-offers] [data-verb="attack"]').first().click(); await p.waitForTimeout(1500); await p.locator('[data-draft] .choice',{hasText:'Revolver'}).first().click(); await p.waitForTimeout(1200); const who=p.locator('svg g.target').first(); const opt=p.locator('[data-draft] .open .choice').first(); if(await opt.count()) await opt.click(); await p.waitForTimeout(3500); await shot(p,'pic-table'); await p.context().close();
await browser.close();
