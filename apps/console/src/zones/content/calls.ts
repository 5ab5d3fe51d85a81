import { endpoint } from '#api-client/endpoint.ts'

type Content = typeof import('#contract/content.ts')

export const calls = {
  articles: endpoint<Content['staffArticles']>('GET', '/api/staff/article'),
  article: endpoint<Content['staffArticle']>('GET', '/api/staff/article/:id'),
  save: endpoint<Content['staffArticleSave']>('POST', '/api/staff/article'),
  deed: endpoint<Content['staffArticleCommand']>('POST', '/api/staff/article/:id/:command'),
  prepare: endpoint<Content['staffArticlePrepare']>('POST', '/api/staff/article/prepare'),
}
