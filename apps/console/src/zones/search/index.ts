import type { Zone } from '../../zone.ts'

export const search: Zone = {
  pages: [
    {
      path: 'marketing/search',
      title: '搜索实验室',
      words: 'sssys',
      area: 'marketing',
      needs: 'search.view',
      load: () => import('./LabPage.tsx'),
    },
    {
      path: 'marketing/searches',
      title: '搜索记录',
      words: 'ssjl',
      area: 'marketing',
      needs: 'search.view',
      load: () => import('./AskedPage.tsx'),
    },
    {
      path: 'marketing/search-words',
      title: '搜索词表',
      words: 'sscb',
      area: 'marketing',
      needs: 'search.view',
      load: () => import('./WordsPage.tsx'),
    },
    {
      path: 'marketing/search-pins',
      title: '置顶与后置',
      words: 'zdyhz',
      area: 'marketing',
      needs: 'search.view',
      load: () => import('./PinsPage.tsx'),
    },
  ],
  commands: [
    { text: '试搜一个词', words: 'ssyc 搜索实验室 为什么搜到', needs: 'search.view', to: 'marketing/search' },
    { text: '搜不到的词', words: 'sbddc 无结果', needs: 'search.view', to: 'marketing/searches?result=none' },
    { text: '新增搜索词', words: 'xzssc 同义词 商品名 别名', needs: 'search.change', to: 'marketing/search-words?add=1' },
  ],
}
