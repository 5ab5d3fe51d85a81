import { piecesOf, type Zone } from '../../zone.ts'
import { calls } from './calls.ts'

export const open: Zone = {
  pages: [
    {
      path: 'orders/not-taken',
      title: 'ERP 未接收',
      words: 'erp wjs 对接',
      area: 'orders',
      needs: 'integration.view',
      load: () => import('./WaitingPage.tsx'),
    },
    {
      path: 'system/open-keys',
      title: '接口密钥',
      words: 'jkmy api erp 对接',
      area: 'system',
      needs: 'integration.view',
      load: () => import('./KeysPage.tsx'),
    },
    {
      path: 'system/webhooks',
      title: '事件推送',
      words: 'sjts webhook 回调 对接',
      area: 'system',
      needs: 'integration.view',
      load: () => import('./WebhooksPage.tsx'),
    },
    { path: 'system/webhooks/:id', title: '推送记录', area: 'system', needs: 'integration.view', load: () => import('./MessagesPage.tsx') },
  ],
  queues: [
    {
      text: 'ERP 未接收的订单',
      area: 'orders',
      needs: 'integration.view',
      ...piecesOf(calls.waiting, (row) => ({
        id: row.id,
        who: row.company,
        what: `${row.no} ${row.status_name}`,
        since: row.since,
        to: `orders/not-taken?keywords=${row.no}`,
      })),
      to: 'orders/not-taken',
    },
  ],
  alarms: [
    {
      text: '没有送达的事件推送',
      area: 'system',
      needs: 'integration.view',
      list: calls.webhooks,
      query: { state: 'failing' },
      to: 'system/webhooks?state=failing',
    },
    {
      text: '自动暂停的事件推送',
      area: 'system',
      needs: 'integration.view',
      list: calls.webhooks,
      query: { state: 'paused' },
      to: 'system/webhooks?state=paused',
    },
  ],
  commands: [
    { text: '新建接口密钥', words: 'xjjkmy api erp', needs: 'integration.manage', to: 'system/open-keys?new=1' },
    { text: '新建事件推送', words: 'xjsjts webhook', needs: 'integration.manage', to: 'system/webhooks?new=1' },
  ],
}
