import type { FieldError } from '../../../platform/errors.ts'
import { sectionOf } from './sections.ts'

/**
 * What an article may consist of: lines of text that pages draw as headings, lists, tables and links within the site. There is no HTML in
 * it, and nothing that would be drawn otherwise than it was written.
 */

export interface ArticleDraft {
  section: string
  code: string
  title: string
  summary: string
  body: string
  author: string
}

const TITLE_MAX = 60
const SUMMARY_MAX = 200
const BODY_MAX = 30_000
const AUTHOR_MAX = 40
export const CODE = /^[a-z][a-z0-9_-]{0,39}$/
const TAG = /<\/?[a-zA-Z][^>\n]{0,200}>/
const LINKS = /\[[^[\]\n]{1,100}\]\(([^)\n]{0,300})/g
const OWN_PAGE = /^\/(?!\/)[\w/?=&.-]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

const line = (text: string): string => text.replace(/\s+/g, ' ').replace(CONTROL, '').trim()

/** One blank line between paragraphs, none at the ends, no spaces behind a line. */
export const bodyOf = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .split('\n')
    .map((one) => one.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

export const tidied = ({ section, code, title, summary, body, author }: ArticleDraft): ArticleDraft => ({
  section,
  code: code.trim(),
  title: line(title),
  summary: line(summary),
  body: bodyOf(body),
  author: line(author),
})

/** Of a tidied one. */
export function draftProblems({ section, code, title, summary, body, author }: ArticleDraft): FieldError[] {
  const errors: FieldError[] = []
  const say = (field: string, message: string) => errors.push({ field, message })
  if (!sectionOf(section)) say('section', '请选择栏目')
  if (code !== '' && !CODE.test(code)) say('code', '地址以小写字母开头，只用小写字母、数字、- 和 _')
  if (title === '') say('title', '请填写标题')
  if (title.length > TITLE_MAX) say('title', `标题不超过 ${TITLE_MAX} 个字`)
  if (summary.length > SUMMARY_MAX) say('summary', `摘要不超过 ${SUMMARY_MAX} 个字`)
  if (author.length > AUTHOR_MAX) say('author', `署名不超过 ${AUTHOR_MAX} 个字`)
  const fault = bodyProblem(body)
  if (fault !== null) say('body', fault)
  return errors
}

/** What pages would not draw as it was written; of a tidied body. */
export function bodyProblem(body: string): string | null {
  if (body === '') return '请填写正文'
  if (body.length > BODY_MAX) return `正文不超过 ${BODY_MAX} 个字`
  if (TAG.test(body)) return `正文不用 HTML：${TAG.exec(body)?.[0] ?? ''}`
  const strange = [...body.matchAll(LINKS)].find(([, to = '']) => !OWN_PAGE.test(to))
  return strange ? `链接只能指向本站页面（以 / 开头）：${strange[0]}` : null
}
