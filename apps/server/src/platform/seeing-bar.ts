import type { Viewer } from './viewer.ts'

/** Where the bar's form goes. */
export const SEEING_END = '/api/seeing/end'

const BAR =
  'display:flex;gap:12px;align-items:center;justify-content:center;min-height:36px;padding:4px 16px;background:#7a4b00;color:#fff;font-size:14px'
const FRAME = 'position:fixed;inset:0;border:3px solid #b36b00;pointer-events:none;z-index:2147483647'
const BUTTON = 'padding:2px 12px;border:1px solid #fff;border-radius:6px;background:transparent;color:#fff;font:inherit;cursor:pointer'

/**
 * Over every page that a clerk sees in a company's place. It stands outside what the page's scripts draw, so that a buyer's page has not a
 * byte of it; the frame around the window stays in sight where the bar has rolled away.
 */
export const seeingBar = ({ seenBy, company }: Viewer, escaped: (text: string) => string): string =>
  seenBy === null
    ? ''
    : `<div role="status" style="${BAR}"><span><b>${escaped(seenBy)}</b> 正以 <b>${escaped(company?.name ?? '已不属于这个账号的企业')}</b> \
的身份查看商城：只读，不能下单、修改或下载</span><form method="post" action="${SEEING_END}"><button type="submit" style="${BUTTON}">结束查看</button></form>\
</div><div aria-hidden="true" style="${FRAME}"></div>`
