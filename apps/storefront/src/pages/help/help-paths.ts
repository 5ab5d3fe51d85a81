import { HELP_PATHS } from '#contract/constants.ts'
import { paths, withQuery } from '../../paths.ts'

/** The page of a help article: its own route, that of topics, or, without a code, by its number. */
export const helpPath = ({ code, id }: { code: string; id: number }): string =>
  code === '' ? `/news/info/${id}/help` : (HELP_PATHS[code] ?? `/help/topic/${code}`)

export const helpSearch = (keywords: string, page = 1): string => withQuery('/help/search', { keywords, ...(page > 1 && { page }) })

/** Sections of news, by their code; notices stand beside the news of the house. */
export const NEWS = [
  { code: 'hy', text: '行业资讯', to: '/news/hy' },
  { code: 'company', text: '公司新闻', to: '/news/company' },
  { code: 'notice', text: '平台公告', to: '/news/company?section=notice' },
] as const

export const newsSection = (code: string) => NEWS.find((one) => one.code === code)

export const newsPath = (id: number, code: string): string => paths.news(id, code === 'hy' ? 'hy' : 'company')
