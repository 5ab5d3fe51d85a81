import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { dataOf, PASSED, signedIn, staffIn } from './support.ts'

/**
 * Whatever a clerk writes into the texts of the shop, by the calls themselves: what is taken stands there as it was written and does nothing.
 * What was in the lists before stands there again afterwards.
 */

/** Each sets window.hit where it runs; short ones for names. */
const SHORT = ['<img src onerror=hit=1>', '"><b onclick=hit=1>', '<style>*{display:none}', "'-hit=1-'", '{{hit=1}}']
const LONG = [
  '<script>window.hit=1</script>',
  '</script><script>window.hit=1</script>',
  '<svg/onload=window.hit=1>',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '<a href="javascript:window.hit=1">点我</a>',
  '<div style="position:fixed;inset:0;background:url(https://elsewhere.example/x)">',
  '<base href="https://elsewhere.example/"><form action="https://elsewhere.example/"><button>付款</button></form>',
  '[点我](javascript:window.hit=1)',
  '[点我](/%6a/../\\\\elsewhere.example)',
  '&lt;script&gt;window.hit=1&lt;/script&gt;',
  '<!--<img title="--><img src=x onerror=window.hit=1>">',
  '\u2028</title><script>window.hit=1</script>',
]
const URLS = [
  'javascript:window.hit=1',
  'JaVaScRiPt:window.hit=1',
  ' javascript:window.hit=1',
  'java\tscript:window.hit=1',
  'data:text/html,<script>opener.hit=1</script>',
  'vbscript:x',
  '//elsewhere.example/',
  '/\\elsewhere.example',
  'https://elsewhere.example@evil.example/',
  '/x" onmouseover="window.hit=1',
  "/x' onfocus='window.hit=1' autofocus='",
]

interface Said {
  version: number
  article?: { id: number; version: number; url: string }
  page?: { id: number; version: number; url: string }
}
interface Sent {
  status: number
  data: Said
}

async function send(page: Page, path: string, data: object): Promise<Sent> {
  const answer = await page.request.post(`/api/staff/${path}`, { data })
  const { data: said } = await answer.json()
  return { status: answer.status(), data: said }
}

/** Of the page and of everything in it: nothing that runs, leads elsewhere or covers the page came from a text. */
async function expectHarmless(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll('*')]
    const own = (address: string) => new URL(address, location.href).host === location.host
    return {
      hit: (window as unknown as { hit?: number }).hit ?? 0,
      handlers: all
        .filter((one) => one.getAttributeNames().some((name) => name.startsWith('on')))
        .map((one) => one.outerHTML.slice(0, 100)),
      frames: document.querySelectorAll('iframe, object, embed, base').length,
      forms: [...document.forms].filter((form) => !own(form.action)).length,
      schemes: [...document.querySelectorAll('a[href], area[href]')]
        .map((link) => (link as HTMLAnchorElement).protocol)
        .filter((scheme) => !['http:', 'https:', 'tel:', 'mailto:'].includes(scheme)),
      elsewhere: [...document.querySelectorAll('a[href]')]
        .map((link) => (link as HTMLAnchorElement).host)
        .filter((host) => /elsewhere|evil/.test(host)),
      pictures: [...document.images].filter(({ src }) => src !== '' && !src.startsWith('data:image/') && !own(src)).length,
      styles: all.filter((one) => /elsewhere/.test(one.getAttribute('style') ?? '')).length,
    }
  })
  expect(found, path).toEqual({ hit: 0, handlers: [], frames: 0, forms: 0, schemes: [], elsewhere: [], pictures: 0, styles: 0 })
}

test('写进商城的每一种文字与链接：脚本、事件、样式、外站框架、伪造链接，收下的只是字，收不下的指出哪一格', async ({ browser }) => {
  test.setTimeout(180_000)
  const clerk = await staffIn(browser, 'yunying')
  const buyer = await signedIn(browser, PASSED)
  let [taken, refused] = [0, 0]
  const tell = ({ status, data }: Sent): Said | null => {
    expect([200, 422], JSON.stringify(data)).toContain(status)
    if (status === 200) taken += 1
    else refused += 1
    return status === 200 ? data : null
  }

  const adverts = await dataOf(await clerk.request.get('/api/staff/front/slot/home'))
  const nav = await dataOf(await clerk.request.get('/api/staff/front/link/nav'))
  const words = await dataOf(await clerk.request.get('/api/staff/front/word'))
  const advert = { id: 0, subtitle: '', image: '', url: '/yx', style: '', is_on: 1, starts_at: '', ends_at: '' }
  for (const url of URLS) {
    const { status } = await send(clerk, 'front/slot/home', { version: adverts.version, list: [{ ...advert, title: '伪造', url }] })
    expect(status, url).toBe(422)
    const link = await send(clerk, 'front/link/nav', {
      version: nav.version,
      list: [{ id: 0, name: '伪造', url, badge: '', children: [] }],
    })
    expect(link.status, url).toBe(422)
    const word = await send(clerk, 'front/word', {
      version: words.version,
      list: [{ id: 0, name: '伪造', url, starts_at: '', ends_at: '' }],
    })
    expect(word.status, url).toBe(422)
    refused += 3
  }

  tell(
    await send(clerk, 'front/slot/home', {
      version: adverts.version,
      list: LONG.filter((text) => text.length <= 60).map((title, at) => ({ ...advert, title, subtitle: LONG[at % LONG.length] })),
    }),
  )
  const links = SHORT.map((name) => ({ id: 0, name: name.slice(0, 20), url: '/yx', badge: name.slice(0, 8), children: [] }))
  tell(await send(clerk, 'front/link/nav', { version: nav.version, list: links }))
  tell(
    await send(clerk, 'front/word', {
      version: words.version,
      list: SHORT.map((name) => ({ id: 0, name: name.slice(0, 20), url: '/yx', starts_at: '', ends_at: '' })),
    }),
  )

  const paths = ['/', '/list', '/help', '/news']
  for (const text of LONG) {
    const article = tell(
      await send(clerk, 'article', {
        id: 0,
        section: 'notice',
        code: '',
        title: text.slice(0, 60),
        summary: text,
        body: `看\n\n${text}\n\n- ${text}`,
        author: text.slice(0, 40),
        version: 0,
      }),
    )
    if (article?.article) {
      tell(await send(clerk, `article/${article.article.id}/publish`, { version: article.article.version }))
      paths.push(article.article.url)
    }
  }
  const page = tell(
    await send(clerk, 'front/page', {
      id: 0,
      kind: 'activity',
      code: 'hostile',
      name: SHORT[0],
      intro: LONG[0],
      image: '',
      accent: 'brand',
      starts_at: '',
      ends_at: '',
      blocks: LONG.map((text) => ({ type: 'text', title: text.slice(0, 60), text })),
      version: 0,
    }),
  )
  if (page?.page) {
    tell(await send(clerk, `front/page/${page.page.id}/publish`, { version: page.page.version }))
    paths.push(page.page.url)
  }
  // What a buyer writes reaches clerks' pages, too.
  const asked = await buyer.request.post('/api/user/feedback', {
    data: { topic: '其他', text: LONG.join(' ').slice(0, 900), contact: '13900000001' },
  })
  expect(asked.status(), await asked.text()).toBe(200)

  expect(taken).toBeGreaterThan(6)
  expect(refused).toBeGreaterThan(33)
  for (const path of paths) await expectHarmless(buyer, path)
  for (const path of [
    'content/articles',
    'content/pages',
    'content/adverts?slot=home',
    'content/links',
    'content/words',
    'service/feedback',
  ])
    await expectHarmless(clerk, `/console/${path}`)

  const desk = await staffIn(browser, 'kefu')
  await expectHarmless(desk, '/console/service/feedback')
  await expect(desk.locator('body')).toContainText('<svg/onload=window.hit=1>')

  for (const [path, was] of [
    ['front/slot/home', adverts],
    ['front/link/nav', nav],
    ['front/word', words],
  ] as const) {
    const { version } = await dataOf(await clerk.request.get(`/api/staff/${path}`))
    const fresh = was.list.map((one: { children?: object[] }) => ({
      ...one,
      id: 0,
      ...(one.children && { children: one.children.map((child) => ({ ...child, id: 0 })) }),
    }))
    expect((await send(clerk, path, { version, list: fresh })).status).toBe(200)
  }
  await buyer.context().close()
  await clerk.context().close()
  await desk.context().close()
})
