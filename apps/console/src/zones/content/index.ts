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
    {
      path: 'content/adverts',
      title: '广告位',
      words: 'ggw lunbo banner',
      area: 'content',
      needs: 'front.view',
      load: () => import('./AdvertsPage.tsx'),
    },
    {
      path: 'content/links',
      title: '导航与页脚',
      words: 'dhyyj yqlj 友情链接',
      area: 'content',
      needs: 'front.view',
      load: () => import('./LinksPage.tsx'),
    },
    {
      path: 'content/words',
      title: '热词',
      words: 'rc ssrc 搜索',
      area: 'content',
      needs: 'front.view',
      load: () => import('./HotWordsPage.tsx'),
    },
    {
      path: 'content/pages',
      title: '专题页',
      words: 'zty hdym 活动页',
      area: 'content',
      needs: 'front.view',
      load: () => import('./FrontPagesPage.tsx'),
    },
    { path: 'content/pages/:id', title: '专题页', area: 'content', needs: 'front.view', load: () => import('./FrontPagePage.tsx') },
  ],
  commands: [
    { text: '新建专题页', words: 'xjzty', needs: 'front.change', to: 'content/pages/new' },
    { text: '公示证照、页脚声明', words: 'gszz zzgs 资质公示', needs: 'settings.view', to: 'system/settings' },
    { text: '写文章', words: 'xwz 公告 新闻 帮助', needs: 'articles.change', to: 'content/articles/new' },
    { text: '法律文本', words: 'flwb 协议 隐私政策', needs: 'articles.view', to: 'content/articles?state=legal' },
  ],
}
