import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
const [out, cols, w, ...files] = process.argv.slice(2);
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']});
const p = await b.newPage({viewport:{width:Number(cols)*(Number(w)+10)+10,height:600}});
await p.setContent('<body style="margin:5px;display:flex;flex-wrap:wrap;gap:10px;background:#888">'+files.map(f=>`<figure style="margin:0"><figcaption style="font:12px sans-serif">${f.split('/').pop()}</figcaption><img style="width:${w}px" src="data:image/png;base64,${readFileSync(f).toString('base64')}"></figure>`).join('')+'</body>');
await p.waitForTimeout(300);
await p.screenshot({path:out,fullPage:true}); await b.close();
