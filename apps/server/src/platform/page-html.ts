import { EARLY_SCRIPT } from './early-script.ts'
import type { PageAssets, RenderedPage } from './page-bundle.ts'
import { seeingBar } from './seeing-bar.ts'
import type { Viewer } from './viewer.ts'

export type Html = string

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
const DESCRIPTION = '安衡药采：面向药店、诊所等持证单位的药品批发采购平台。'

/** The document around a rendered page. Its state is a data block; the one script that stands inline is named in the CSP. */
export function pageHtml(page: RenderedPage, assets: PageAssets, viewer: Viewer | null = null): Html {
  const bar = viewer === null ? '' : seeingBar(viewer, escapeHtml)
  const styles = assets.styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')
  // What is drawn already comes first on a slow line: the styles without which nothing is seen, then the pictures in sight.
  const preloads = assets.preloads.map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`).join('')
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
<title>${escapeHtml(page.title)}</title><meta name="description" content="${DESCRIPTION}"><meta name="theme-color" content="#00875a">\
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">\
<link rel="manifest" href="/site.webmanifest">${styles}${preloads}\
<script>${EARLY_SCRIPT}</script><script type="module" fetchpriority="low" src="/${assets.entry}"></script></head><body>${bar}<div id="root">${page.html}</div>\
<script type="application/json" id="page-state">${page.state}</script></body></html>`
}

/** When even rendering failed: a sentence and a number that the log knows. */
export function troubleHtml(reference: string): Html {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
<title>页面暂时打不开 - 安衡药采</title><style>body{font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;text-align:center;padding:20vh 16px}</style>\
</head><body><h1>系统繁忙，请稍候再试</h1><p>您可以<a href="">刷新页面</a>，或<a href="/">返回首页</a>。</p><p>编号 ${escapeHtml(reference)}</p></body></html>`
}
