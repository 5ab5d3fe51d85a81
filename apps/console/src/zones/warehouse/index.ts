import type { DataOf } from '#contract/call.ts'
import type { staffRooms } from '#contract/care.ts'
import type { staffPickingQueue } from '#contract/staff-orders.ts'
import type { staffExpiry } from '#contract/warehouse.ts'
import { type ConsolePage, type Needs, type Piece, piecesOf, type Zone } from '../../zone.ts'
import { calls } from './calls.ts'

const page = (path: string, title: string, words: string, needs: Needs, load: ConsolePage['load']): ConsolePage => ({
  path: `warehouse/${path}`,
  title,
  words,
  area: 'warehouse',
  needs,
  load,
})

const picked = ({
  id,
  no,
  company,
  place,
  line_count,
  number,
  cold_chain,
  paid_at,
}: DataOf<typeof staffPickingQueue>['list'][number]): Piece => ({
  id,
  who: company,
  what: `${no} ${line_count} 种 ${number} 件 ${place}${cold_chain === 1 ? ' 冷链' : ''}`,
  since: paid_at ?? '',
  to: `warehouse/picking/${id}`,
})

export const warehouse: Zone = {
  pages: [
    page('picking', '拣货与复核', 'jhyfh', 'orders.pick', () => import('./QueuePage.tsx')),
    page('picking/:id', '拣货与复核', '', 'orders.pick', () => import('./PickingPage.tsx')),
    page('waves', '波次', 'bc', 'orders.pick', () => import('./WavesPage.tsx')),
    page('waves/:id', '波次', '', 'orders.pick', () => import('./WaveRecordPage.tsx')),
    page('wave/:ids', '拣货单', '', 'orders.pick', () => import('./WavePage.tsx')),
    page('receive', '收货验收', 'shys', 'stock.view', () => import('./IntakesPage.tsx')),
    page('receive/new/:from', '登记收货', '', 'stock.receive', () => import('./ReceivePage.tsx')),
    page('receive/:id', '收货单', '', 'stock.view', () => import('./IntakePage.tsx')),
    page('batches', '批号', 'ph', 'batches.view', () => import('./BatchesPage.tsx')),
    page('counts', '盘点与调整', 'pdytz', 'stock.view', () => import('./CountsPage.tsx')),
    page('counts/:id', '盘点单', '', 'stock.view', () => import('./CountPage.tsx')),
    page('moves', '调拨', 'tb', 'stock.view', () => import('./MovesPage.tsx')),
    page('care', '养护', 'yh', 'stock.view', () => import('./CarePage.tsx')),
    page('climate', '温湿度', 'wsd', 'stock.view', () => import('./ClimatePage.tsx')),
    page('expiry', '近效期', 'jxq', 'stock.view', () => import('./ExpiryPage.tsx')),
    page('movements', '库存流水', 'kcls', 'stock.view', () => import('./MovementsPage.tsx')),
    page('shipments', '发货单', 'fhd', 'orders.view', () => import('./ShipmentsPage.tsx')),
    page('shipments/:id', '发货单', '', 'orders.view', () => import('./ShipmentPage.tsx')),
    page('warehouses', '仓库', 'ck', 'stock.view', () => import('./WarehousesPage.tsx')),
  ],
  commands: [
    { text: '登记收货', words: 'djsh', needs: 'stock.receive', to: 'warehouse/receive/new/0' },
    { text: '开始盘点', words: 'kspd', needs: 'stock.count', to: 'warehouse/counts?new=1' },
    { text: '扫码养护', words: 'smyh', needs: 'care.check', to: 'warehouse/care?scan=1' },
    { text: '新建仓库', words: 'xjck', needs: 'warehouses.change', to: 'warehouse/warehouses?new=1' },
  ],
  queues: [
    {
      text: '待拣货',
      area: 'warehouse',
      needs: 'orders.pick',
      ...piecesOf(calls.queue, picked),
      query: { stage: 'pick' },
      work: ['picking'],
      to: 'warehouse/picking',
    },
    {
      text: '待拣波次',
      area: 'warehouse',
      needs: 'orders.pick',
      ...piecesOf(calls.waves, (row) => ({
        id: row.id,
        who: row.picker || row.warehouse,
        what: `${row.no} ${row.orders} 单`,
        since: row.made_at,
        to: `warehouse/waves/${row.id}`,
      })),
      newestFirst: true,
      query: { state: 'waiting' },
      to: 'warehouse/waves?state=waiting',
    },
    {
      text: '待复核',
      area: 'warehouse',
      needs: 'orders.pick',
      ...piecesOf(calls.queue, picked),
      work: ['picking'],
      query: { stage: 'check' },
      to: 'warehouse/picking?stage=check',
    },
    {
      text: '待验收',
      area: 'warehouse',
      needs: 'stock.accept',
      ...piecesOf(calls.intakes, (row) => ({
        id: row.id,
        who: row.supplier,
        what: `${row.no} ${row.line_count} 行 ${row.number} 件${row.cold_chain === 1 ? ' 冷链' : ''}`,
        since: row.received_at,
        to: `warehouse/receive/${row.id}`,
      })),
      newestFirst: true,
      query: { state: 'waiting' },
      to: 'warehouse/receive?state=waiting',
    },
    { text: '今天该养护的批号', area: 'warehouse', needs: 'care.check', list: calls.care, query: { state: 'due' }, to: 'warehouse/care' },
    {
      text: '没有记温湿度的库房',
      area: 'warehouse',
      needs: 'care.check',
      list: calls.rooms,
      count: (data) => (data as DataOf<typeof staffRooms>).due,
      to: 'warehouse/climate',
    },
    {
      text: '盘点、调整待批准',
      area: 'warehouse',
      needs: 'stock.approve',
      list: calls.counts,
      query: { state: 'submitted' },
      to: 'warehouse/counts?state=submitted',
    },
    {
      text: '调拨在途',
      area: 'warehouse',
      needs: 'stock.count',
      list: calls.moves,
      query: { state: 'sent' },
      to: 'warehouse/moves?state=sent',
    },
  ],
  alarms: [
    {
      text: '过期与 30 天内到期的批号',
      area: 'warehouse',
      needs: 'stock.view',
      list: calls.expiry,
      count: (data) => (data as DataOf<typeof staffExpiry>).spans.reduce((sum, { days, batches }) => (days <= 30 ? sum + batches : sum), 0),
      to: 'warehouse/expiry',
    },
  ],
}
