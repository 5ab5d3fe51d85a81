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
    {
      path: 'marketing/deals',
      title: '特价与抽奖',
      words: 'tjycj 秒杀 套餐 组合 每日特价 近效期 整件 福利 积分商品',
      area: 'marketing',
      needs: 'offers.view',
      load: () => import('./DealsPage.tsx'),
    },
    { path: 'marketing/deals/:id', title: '特价与抽奖', area: 'marketing', needs: 'offers.view', load: () => import('./DealPage.tsx') },
    {
      path: 'marketing/draws',
      title: '抽奖记录',
      words: 'cjjl 中奖',
      area: 'marketing',
      needs: 'offers.view',
      load: () => import('./DrawRecordsPage.tsx'),
    },
    {
      path: 'marketing/flash',
      title: '秒杀日程',
      words: 'msrc 场次',
      area: 'marketing',
      needs: 'offers.view',
      load: () => import('./FlashPage.tsx'),
    },
  ],
  commands: [
    { text: '新建活动', words: 'xjhd 买赠 满减 换购 返现 促销', needs: 'offers.change', to: 'marketing/offers/new' },
    { text: '进行中的活动', words: 'jxzhd', needs: 'offers.view', to: 'marketing/offers?state=live' },
    { text: '新建秒杀场次', words: 'xjmscc', needs: 'offers.change', to: 'marketing/deals/new?kind=flash' },
    { text: '新建组合套餐', words: 'xjzhtc', needs: 'offers.change', to: 'marketing/deals/new?kind=bundle' },
    { text: '新建抽奖', words: 'xjcj', needs: 'offers.change', to: 'marketing/deals/new?kind=draw' },
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
    {
      text: '待批准的特价与抽奖',
      area: 'marketing',
      needs: 'offers.approve',
      list: calls.deals,
      query: { state: 'waiting', per_page: 1 },
      to: 'marketing/deals?state=waiting',
    },
  ],
}
