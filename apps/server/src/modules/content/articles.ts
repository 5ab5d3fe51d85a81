import type { ArticleDetailWire } from '#contract/content.ts'
import { fieldErrors, notFound } from '../../platform/errors.ts'
import type { Content } from './service.ts'
import { readArticle, readArticleCategoryId } from './views.ts'

/** The category that a code names; a code that names none is a page that does not exist. */
export async function articleCategoryId({ database, cache }: Content, code: string, now: Date): Promise<number> {
  const id = await cache.get(`article-code:${code}`, now, () => readArticleCategoryId(database, code))
  if (id === null) throw notFound('栏目')
  return id
}

export async function article({ database, cache }: Content, by: { id?: number; code?: string }, now: Date): Promise<ArticleDetailWire> {
  const wanted = by.id !== undefined ? { id: by.id } : by.code !== undefined ? { code: by.code } : null
  if (wanted === null) throw fieldErrors([{ field: 'id', message: '请指明文章' }])
  const row = await cache.get(`article:${JSON.stringify(wanted)}`, now, () => readArticle(database, wanted, now))
  if (row === null) throw notFound('文章')
  const { id, title, body, published_at, section_id, section_code, section_name } = row
  return { id, title, body, published_at: published_at.toISOString(), section: { id: section_id, code: section_code, name: section_name } }
}
