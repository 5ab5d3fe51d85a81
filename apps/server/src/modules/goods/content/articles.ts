import type { DataOf } from '#contract/call.ts'
import type { ArticleCategoryWire, ArticleDetailWire, ArticleRowWire, articleSearch } from '#contract/content.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import {
  type ArticleRow,
  type NeighbourRow,
  readArticle,
  readArticleCategories,
  readArticleCategoryId,
  readArticles,
  readNeighbours,
  searchArticles,
} from './article-views.ts'
import type { Content } from './service.ts'

const PER_PAGE = 10
/** The category of the help centre. */
const HELP = 'help'

const rowWire = ({ id, code, title, summary, published_at }: ArticleRow): ArticleRowWire => ({
  id,
  code,
  title,
  summary,
  published_at: published_at.toISOString(),
})

/** The category that a code names; a code that names none is a page that does not exist. */
export async function articleCategoryId({ database, cache }: Content, code: string, now: Date): Promise<number> {
  const id = await cache.get(`article-code:${code}`, now, () => readArticleCategoryId(database, code))
  if (id === null) throw notFound('栏目')
  return id
}

/** The sections of a category with a page of the articles of each; a category without sections is its own, and can be paged. */
export function articleSections(
  { database, cache }: Content,
  categoryId: number | null,
  page: number,
  now: Date,
): Promise<ArticleCategoryWire> {
  return cache.get(`articles:${categoryId ?? ''}:${page}`, now, async () => {
    const found = await readArticleCategories(database, categoryId)
    if (categoryId !== null && found.length === 0) throw notFound('栏目')
    const children = categoryId === null ? found : found.filter((row) => row.id !== categoryId)
    const sections = children.length > 0 ? children : found
    const ids = sections.map((row) => row.id)
    const { rows, total } = await readArticles(database, ids, now, (page - 1) * PER_PAGE, PER_PAGE)
    const bySection = Map.groupBy(rows, (row) => row.category_id)
    const list = sections.map(({ id, code, name }) => ({ id, code, name, articles: (bySection.get(id) ?? []).map(rowWire) }))
    return { list, page, per_page: PER_PAGE, total }
  })
}

export async function article({ database, cache }: Content, by: { id?: number; code?: string }, now: Date): Promise<ArticleDetailWire> {
  const wanted = by.id !== undefined ? { id: by.id } : by.code !== undefined ? { code: by.code } : null
  if (wanted === null) throw fieldErrors([{ field: 'id', message: '请指明文章' }])
  const found = await cache.get(`article:${JSON.stringify(wanted)}`, now, async () => {
    const row = await readArticle(database, wanted, now)
    return row && { row, neighbours: await readNeighbours(database, row, now) }
  })
  if (found === null) throw notFound('文章')
  const { section_id, section_code, section_name, sort: _, published_at, updated_at, ...row } = found.row
  const at = (place: NeighbourRow['place']) =>
    found.neighbours.filter((one) => one.place === place).map(({ id, code, title }) => ({ id, code, title }))
  return {
    ...row,
    published_at: published_at.toISOString(),
    updated_at: updated_at.toISOString(),
    prev: at('prev')[0] ?? null,
    next: at('next')[0] ?? null,
    related: at('related'),
    section: { id: section_id, code: section_code, name: section_name },
  }
}

const SNIPPET = 60

/** A line of the article around the first of the words; its summary where the words stand only in the title. */
export function snippet(body: string, summary: string, words: readonly string[]): string {
  const text = body
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    // A heading says little without what it is the head of.
    .replace(/^## (.*)\n+/gm, '$1：')
    .replace(/^(?:-|!|\d+\.) /gm, '')
    .replace(/：(?:-|!|\d+\.) /g, '：')
    .split('|')
    .map((cell) => cell.trim())
    .join(' ')
  const line = text.split('\n').find((one) => words.some((word) => one.toLowerCase().includes(word.toLowerCase())))
  if (line === undefined) return summary
  const first = Math.min(...words.map((word) => line.toLowerCase().indexOf(word.toLowerCase())).filter((at) => at >= 0))
  const start = Math.max(0, first - SNIPPET / 3)
  const cut = line.trim().slice(start, start + SNIPPET)
  return `${start > 0 ? '…' : ''}${cut}${start + SNIPPET < line.trim().length ? '…' : ''}`
}

/** Help articles that hold all of the words. */
export async function searchHelp(
  { database }: Content,
  { keywords, page = 1 }: { keywords: string; page?: number },
  now: Date,
): Promise<DataOf<typeof articleSearch>> {
  const words = keywords.trim().split(/\s+/).filter(Boolean).slice(0, 5)
  if (words.length === 0) return { list: [], page, per_page: PER_PAGE, total: 0 }
  const { rows, total } = await searchArticles(database, { under: HELP, words, now, offset: (page - 1) * PER_PAGE, limit: PER_PAGE })
  const list = rows.map((row) => ({ ...rowWire(row), summary: snippet(row.body, row.summary, words) }))
  return { list, page, per_page: PER_PAGE, total }
}
