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
      path: 'marketing/coupons',
      title: '优惠券',
      words: 'yhq 满减券 折扣券 发券',
      area: 'marketing',
      needs: 'offers.view',
      load: () => import('./CouponsPage.tsx'),
    },
    { path: 'marketing/coupons/:id', title: '优惠券', area: 'marketing', needs: 'offers.view', load: () => import('./CouponPage.tsx') },
    {
      path: 'marketing/segments',
      title: '客群',
      words: 'kq 分组 沉睡 客户分群',
      area: 'marketing',
      needs: 'companies.view',
      load: () => import('./SegmentsPage.tsx'),
    },
    { path: 'marketing/segments/:id', title: '客群', area: 'marketing', needs: 'companies.view', load: () => import('./SegmentPage.tsx') },
  ],
  commands: [
    { text: '新建活动', words: 'xjhd 买赠 满减 换购 返现 促销', needs: 'offers.change', to: 'marketing/offers/new' },
    { text: '新建优惠券', words: 'xjyhq', needs: 'offers.change', to: 'marketing/coupons/new' },
    { text: '新建客群', words: 'xjkq', needs: 'offers.change', to: 'marketing/segments/new' },
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
    {
      text: '待批准的优惠券',
      area: 'marketing',
      needs: 'offers.approve',
      list: calls.coupons,
      query: { state: 'waiting', per_page: 1 },
      to: 'marketing/coupons?state=waiting',
    },
  ],
}
