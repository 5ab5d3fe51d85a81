import type { Zone } from '../../zone.ts'

export const content: Zone = {
  pages: [
    {
      path: 'content/articles',
      title: '文章',
      words: 'wz',
      area: 'content',
      needs: 'articles.view',
      load: () => import('./ArticlesPage.tsx'),
    },
    { path: 'content/articles/:id', title: '文章', area: 'content', needs: 'articles.view', load: () => import('./ArticlePage.tsx') },
  ],
  commands: [
    { text: '写文章', words: 'xwz 公告 新闻 帮助', needs: 'articles.change', to: 'content/articles/new' },
    { text: '法律文本', words: 'flwb 协议 隐私政策', needs: 'articles.view', to: 'content/articles?state=legal' },
  ],
}
