import { paths, withQuery } from '../../paths.ts'

/** Help pages that have a route of their own (specification section 2), by the code of their article. */
const PATHS: Readonly<Record<string, string>> = {
  help: '/help',
  hyzc: '/help/xrzn/hyzc',
  gwzn: '/help/xrzn/gwzn',
  aqgy: '/help/xrzn/aqgy',
  wzzz: '/help/fwbz/wzzz',
  yhxy: '/help/fwbz/yhxy',
  zskf: '/help/fwbz/zskf',
  serve: '/help/serve',
  tsjy: '/help/us/tsjy',
  link: '/help/us/link',
  pay: '/help/pay',
  ddzf: '/help/zfps/ddzf',
  hwps: '/help/zfps/hwps',
  ypth: '/help/zfps/ypth',
}

/** The page of a help article: its own route, that of topics, or, without a code, by its number. */
export const helpPath = ({ code, id }: { code: string; id: number }): string =>
  code === '' ? `/news/info/${id}/help` : (PATHS[code] ?? `/help/topic/${code}`)

export const helpSearch = (keywords: string, page = 1): string => withQuery('/help/search', { keywords, ...(page > 1 && { page }) })

/** Sections of news, by their code; notices stand beside the news of the house. */
export const NEWS = [
  { code: 'hy', text: '行业资讯', to: '/news/hy' },
  { code: 'company', text: '公司新闻', to: '/news/company' },
  { code: 'notice', text: '平台公告', to: '/news/company?section=notice' },
] as const

export const newsSection = (code: string) => NEWS.find((one) => one.code === code)

export const newsPath = (id: number, code: string): string => paths.news(id, code === 'hy' ? 'hy' : 'company')
