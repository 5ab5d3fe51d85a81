import type { Zone } from '../../zone.ts'

export const reports: Zone = {
  pages: [
    {
      path: 'reports/sales',
      title: '销售报表',
      words: 'xsbb',
      area: 'reports',
      needs: 'figures.view',
      load: () => import('./SalesPage.tsx'),
    },
    {
      path: 'reports/margin',
      title: '毛利报表',
      words: 'mlbb',
      area: 'reports',
      needs: 'prices.cost',
      load: () => import('./MarginPage.tsx'),
    },
    {
      path: 'reports/remake',
      title: '重算报表',
      words: 'csbb',
      area: 'reports',
      needs: 'figures.remake',
      load: () => import('./RemakePage.tsx'),
    },
  ],
  commands: [
    { text: '本月各客户经理的销售', words: 'jl 业绩', needs: 'figures.view', to: 'reports/sales?by=manager' },
    { text: '本月各商品的销售', words: 'sp 畅销', needs: 'figures.view', to: 'reports/sales?by=goods' },
  ],
}
