/** Where articles stand. The help centre is the third of the tops, as calls of the site name it (category_id=3). */

interface Section {
  code: string
  name: string
  /** Of its top; '' = a top itself. */
  under: string
  sort: number
}

export const SECTIONS: readonly Section[] = [
  { code: 'notice', name: '平台公告', under: '', sort: 1 },
  { code: 'company', name: '公司新闻', under: '', sort: 2 },
  { code: 'help', name: '帮助中心', under: '', sort: 9 },
  { code: 'hy', name: '行业资讯', under: '', sort: 3 },
  { code: 'xrzn', name: '新手指南', under: 'help', sort: 0 },
  { code: 'fwbz', name: '服务保障', under: 'help', sort: 1 },
  { code: 'zfps', name: '支付与配送', under: 'help', sort: 2 },
  { code: 'topic', name: '专题说明', under: 'help', sort: 3 },
  { code: 'us', name: '联系我们', under: 'help', sort: 4 },
]

export const sectionOf = (code: string) => SECTIONS.find((one) => one.code === code)
/** Whose articles the footer lists, a column each. */
export const isFooterSection = (code: string): boolean => sectionOf(code)?.under === 'help' && code !== 'topic'
