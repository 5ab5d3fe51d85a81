import { piecesOf, type Zone } from '../../zone.ts'
import { calls } from './calls.ts'

export const orders: Zone = {
  pages: [
    { path: 'orders', title: '订单', words: 'dd', area: 'orders', needs: 'orders.view', load: () => import('./ListPage.tsx') },
    {
      path: 'orders/held',
      title: '暂停的订单',
      words: 'ztddd',
      area: 'orders',
      needs: 'orders.view',
      load: () => import('./HeldPage.tsx'),
    },
    {
      path: 'orders/points',
      title: '积分订单',
      words: 'jfdd',
      area: 'orders',
      needs: 'points_orders.handle',
      load: () => import('./PointsPage.tsx'),
    },
    { path: 'orders/new', title: '代客下单', words: 'dkxd', area: 'orders', needs: 'orders.enter', load: () => import('./EntryPage.tsx') },
    { path: 'orders/:id/edit', title: '改单', area: 'orders', needs: 'orders.edit', load: () => import('./EditPage.tsx') },
    { path: 'orders/:id/split', title: '拆单', area: 'orders', needs: 'orders.edit', load: () => import('./SplitPage.tsx') },
    { path: 'orders/:id', title: '订单', area: 'orders', needs: 'orders.view', load: () => import('./RecordPage.tsx') },
  ],
  commands: [{ text: '代客下单', words: 'dkxd', needs: 'orders.enter', to: 'orders/new' }],
  queues: [
    {
      text: '暂停的订单',
      area: 'orders',
      needs: 'orders.view',
      ...piecesOf(calls.held, (row) => ({
        id: row.id,
        who: row.company,
        what: `${row.no} ${row.reasons[0]?.message ?? ''}`,
        since: row.held_at,
        to: `orders/${row.id}`,
      })),
      to: 'orders/held',
    },
  ],
}
