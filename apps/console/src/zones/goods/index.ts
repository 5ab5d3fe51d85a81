import type { Zone } from '../../zone.ts'
import { calls } from './calls.ts'

export const goods: Zone = {
  pages: [
    { path: 'goods/list', title: '商品', words: 'sp', area: 'goods', needs: 'goods.view', load: () => import('./GoodsPage.tsx') },
    { path: 'goods/list/:id', title: '商品', area: 'goods', needs: 'goods.view', load: () => import('./RecordPage.tsx') },
    {
      path: 'goods/categories',
      title: '分类',
      words: 'fl',
      area: 'goods',
      needs: 'goods.view',
      load: () => import('./CategoriesPage.tsx'),
    },
    {
      path: 'goods/manufacturers',
      title: '生产企业',
      words: 'scqy',
      area: 'goods',
      needs: 'goods.view',
      load: () => import('./MakersPage.tsx'),
    },
    {
      path: 'goods/availability',
      title: '可售范围',
      words: 'ksfw',
      area: 'goods',
      needs: 'availability.view',
      load: () => import('./AvailabilityPage.tsx'),
    },
    {
      path: 'goods/availability/:id',
      title: '可售范围',
      area: 'goods',
      needs: 'availability.view',
      load: () => import('./AvailabilityRecord.tsx'),
    },
    {
      path: 'goods/why',
      title: '为什么不能买',
      words: 'wsmbnm',
      area: 'goods',
      needs: 'availability.view',
      load: () => import('./WhyPage.tsx'),
    },
    { path: 'goods/sale', title: '停售与恢复', words: 'tsyhf', area: 'goods', needs: 'goods.view', load: () => import('./SalePage.tsx') },
  ],
  commands: [
    { text: '新建商品', words: 'xjsp 新商品', needs: 'goods.change', to: 'goods/list/new' },
    { text: '没有价格的商品', words: 'myjg 未定价', needs: 'prices.view', to: 'goods/list?lacks=price' },
    { text: '没有图片的商品', words: 'mytp', needs: 'goods.change', to: 'goods/list?lacks=picture' },
    { text: '新建分类', words: 'xjfl', needs: 'categories.change', to: 'goods/categories' },
    { text: '合并生产企业', words: 'hbcj 厂家', needs: 'manufacturers.change', to: 'goods/manufacturers' },
    { text: '新建可售范围', words: 'xjksfw 控销 区域', needs: 'availability.change', to: 'goods/availability/new' },
    { text: '企业为什么不能买', words: 'wsmbnm 不能买', needs: 'availability.view', to: 'goods/why' },
    { text: '停售商品', words: 'tssp 下架', needs: 'goods.stop', to: 'goods/sale' },
    { text: '恢复停售的商品', words: 'hfxs', needs: 'goods.resume', to: 'goods/sale?state=stopped' },
  ],
  alarms: [
    {
      text: '在售而没有库存的商品',
      area: 'goods',
      needs: 'goods.change',
      list: calls.records,
      query: { state: 'on', lacks: 'stock' },
      to: 'goods/list?state=on&lacks=stock',
    },
  ],
}
