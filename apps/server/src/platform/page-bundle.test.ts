import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { EARLY_SCRIPT, EARLY_SCRIPT_SOURCE } from './early-script.ts'
import { collectAssets } from './page-bundle.ts'
import { pageHtml, troubleHtml } from './page-html.ts'

const MANIFEST = {
  'src/entry.client.tsx': { file: 'assets/entry.js', css: ['assets/base.css'], imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor.js' },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_vendor.js'] },
  'src/pages/home/HomePage.tsx': { file: 'assets/home.js', css: ['assets/home.css'], imports: ['_card.js', 'src/entry.client.tsx'] },
}

it('一个页面的脚本和样式各列一次，被引用部件的样式在页面自己的样式之前', () => {
  expect(collectAssets(MANIFEST, ['src/entry.client.tsx', 'src/pages/home/HomePage.tsx'])).toEqual({
    scripts: ['assets/entry.js', 'assets/vendor.js', 'assets/home.js', 'assets/card.js'],
    styles: ['assets/base.css', 'assets/card.css', 'assets/home.css'],
  })
})

it('清单里没有的页面不加任何文件', () => {
  expect(collectAssets(MANIFEST, ['src/pages/none.tsx'])).toEqual({ scripts: [], styles: [] })
})

it('标题里的标记被转义；内联脚本只有一段，就是 CSP 以摘要放行的那一段', () => {
  const html = pageHtml(
    { kind: 'page', status: 200, title: '</title><script>alert(1)</script>', html: '<p>好</p>', state: '{}', file: null, problem: null },
    { entry: 'assets/entry.js', styles: ['assets/base.css'], preloads: ['assets/vendor.js'] },
  )
  expect(html).toContain('<title>&#60;/title&#62;&#60;script&#62;alert(1)')
  const inline = [...html.matchAll(/<script(?![^>]*(?:src=|application\/json))[^>]*>([^<]*)<\/script>/g)].map(([, text]) => text ?? '')
  expect(inline).toEqual([EARLY_SCRIPT])
  expect(EARLY_SCRIPT_SOURCE).toBe(`'sha256-${createHash('sha256').update(inline.join()).digest('base64')}'`)
  expect(html).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/vendor.js">')
})

it('出错页给出日志里的编号', () => {
  expect(troubleHtml('a1b2c3d4')).toContain('编号 a1b2c3d4')
})
