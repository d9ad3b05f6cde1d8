import {table,open,shot,browser} from './.pgshot.mjs';
const plan={'stamina:bridge-brawl':['alertness','wind','write-check'],'segments:ambush':['correct','circumstance','mark','hide','stop-clock'],'segments:three-days':['journey','work']};
for (const [s,verbs] of Object.entries(plan)) {
  const m=await table(s,0); const p=await open(m.seats[0].link); await p.waitForSelector('[data-gm]',{timeout:15000}); await p.locator('[data-gm]').click(); await p.waitForTimeout(400);
  console.log('==',s,await p.locator('[data-sheet] [data-verb]').count(),'tools');
  for (const v of verbs) {
    const b=p.locator(`[data-sheet] [data-verb="${v}"]`); if(!(await b.count())) { console.log('  -',v,'not offered'); continue; }
    await b.first().click(); await p.waitForTimeout(500);
    let done=''; 
    for (let i=0;i<9;i++) { 
      const c=p.locator('[data-draft] .confirm'); if(!(await c.count())) { done='closed'; break; }
      if (await c.isEnabled()) { const before=await p.locator('[role=log] .line, [role=log] h3').count(); await c.click(); await p.waitForTimeout(600);  done=(await p.locator('[data-draft]').count())?'STILL OPEN '+(await p.locator('.banner').allTextContents()).join(';').slice(0,200):'done +'+((await p.locator('[role=log] .line, [role=log] h3').count())-before); break; }
      const ch=p.locator('[data-draft] .open .choice').first(); if(await ch.count()) { await ch.click(); await p.waitForTimeout(400); continue; }
      const se=p.locator('[data-draft] .line.open select').first(); if(await se.count()) { await se.selectOption({index:1}); await p.waitForTimeout(400); continue; }
      const nu=p.locator('[data-draft] .stepper button').last(); const inputs=p.locator('[data-draft] input[type=number]'); let filled=false;
      for(let k=0;k<await inputs.count();k++){ const x=inputs.nth(k); if((await x.inputValue())===''){ await x.fill(await x.getAttribute('min')); await x.blur(); filled=true; await p.waitForTimeout(400);} } if(filled) continue;
      const te=p.locator('[data-draft] input[type=text]'); for(let k=0;k<await te.count();k++){ const x=te.nth(k); if((await x.inputValue())===''){ await x.fill('words'); await x.blur(); filled=true; await p.waitForTimeout(400);} } if(filled) continue;
      done='STUCK '+(await p.locator('[data-draft] .end').textContent()).slice(0,200); break;
    }
    console.log('  ',v,done);
    if(await p.locator('[data-question]').count()){ console.log('     asked:',(await p.locator('[data-question] h2').textContent()).slice(0,100)); await p.locator('[data-question] [data-option]').first().click().catch(()=>{}); await p.waitForTimeout(500);}
    if(await p.locator('[data-draft]').count()) { await p.keyboard.press('Escape'); await p.waitForTimeout(200); await p.locator('[aria-label="Dismiss"]').click({timeout:500}).catch(()=>{}); }
  }
  if (s.startsWith('clockworld')) { // ruler, ping
    await p.locator('[aria-label="Ruler"]').click(); const box=await p.locator('[data-map] svg').boundingBox(); await p.mouse.click(box.x+200,box.y+150); await p.mouse.click(box.x+400,box.y+250); await p.waitForTimeout(200); console.log('  ruler:',await p.locator('.measure').textContent()); await p.locator('[aria-label="Ruler"]').click(); await p.locator('[aria-label="Point"]').click(); await p.mouse.click(box.x+300,box.y+250); await p.waitForTimeout(300); console.log('  ping rings:',await p.locator('.pointed').count()); }
  await shot(p,'gmdone-'+s.replace(':','-')); await p.context().close();
}
await browser.close();
