import {table,post,open,browser} from './.pgshot.mjs';
const m=await table('clockworld:duel',0); const g=m.seats[0].key,c=m.table.code;
await post(`/tables/${c}/timer`,{timer:{seconds:5,then:'decline'}},g);
const p=await open(m.seats[0].link); 
for(let i=0;i<20;i++){ await post(`/tables/${c}/bot`,{id:'a'+i,policy:'bold'},g).catch(()=>null); await p.waitForTimeout(200); if(await p.locator('[data-question]').count()) break; }
const sit=async()=>(await (await fetch('http://127.0.0.1:7461/api/v1/tables/'+c+'/situation',{headers:{authorization:'Bearer '+g}})).json());
let s=await sit(); console.log('asked',s.questions.length,'within',s.answer_within,'line',s.line);
await p.waitForTimeout(6500); s=await sit(); console.log('after',s.questions.length,'within',s.answer_within,'line',s.line);
await browser.close();
