import type { Zone } from '../../zone.ts'
import { calls } from './calls.ts'

export const marketing: Zone = {
  pages: [
    {
      path: 'marketing/offers',
      title: '活动',
      words: 'hd',
      area: 'marketing',
      needs: 'offers.view',
      load: () => import('./OffersPage.tsx'),
    },
    { path: 'marketing/offers/:id', title: '活动', area: 'marketing', needs: 'offers.view', load: () => import('./OfferPage.tsx') },
  ],
  commands: [
    { text: '新建活动', words: 'xjhd 买赠 满减 换购 返现 促销', needs: 'offers.change', to: 'marketing/offers/new' },
    { text: '进行中的活动', words: 'jxzhd', needs: 'offers.view', to: 'marketing/offers?state=live' },
  ],
  queues: [
    {
      text: '待批准的活动',
      area: 'marketing',
      needs: 'offers.approve',
      list: calls.offers,
      query: { state: 'waiting', per_page: 1 },
      to: 'marketing/offers?state=waiting',
    },
  ],
}
