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
  commands: [{ text: '新建接口密钥', words: 'xjjkmy api erp', needs: 'integration.manage', to: 'system/open-keys?new=1' }],
}
