import { staffAfterSaleList } from '#contract/aftersales.ts'
import { staffRefunds } from '#contract/refunds.ts'
import { staffShipments } from '#contract/shipments.ts'
import { staffHeldOrders } from '#contract/staff.ts'
import { staffPickingQueue, staffPointsOrders } from '#contract/staff-orders.ts'
import { listExporter, yuanCell } from '../../../../platform/list-exporter.ts'

/** Orders and what follows them. */
export const ORDER_LISTS = {
  held_orders: listExporter(staffHeldOrders, '暂停的订单', [
    ['订单号', 'no', 20],
    ['企业', 'company', 30],
    ['状态', 'status', 10],
    ['暂停于', { time: 'held_at' }],
    ['原因', ({ reasons }) => reasons.join('；'), 40],
    ['锁定的批号', ({ locked }) => locked.map(({ goods, batch_no: batch, reason }) => `${goods} ${batch} ${reason}`.trim()).join('；'), 40],
  ]),
  picking: listExporter(staffPickingQueue, '拣货队列', [
    ['订单号', 'no', 20],
    ['付款于', { time: 'paid_at' }],
    ['企业', 'company', 30],
    ['送往', 'place', 22],
    ['品种', 'line_count', 8],
    ['件数', 'number', 8],
    ['含麻', { flag: 'is_hm' }],
    ['冷链', { flag: 'cold_chain' }],
    ['拣货人', 'picker', 12],
    ['拣齐于', { time: 'gathered_at' }],
    ['缺货', 'short', 24],
    ['发货仓', 'warehouse', 14],
  ]),
  shipments: listExporter(staffShipments, '发货记录', [
    ['发货于', { time: 'shipped_at' }],
    ['订单号', 'order_no', 20],
    ['企业', 'company', 30],
    ['送往', 'place', 22],
    ['仓库', 'warehouse', 14],
    ['承运', 'carrier', 14],
    ['运单号', 'waybill', 22],
    ['冷链', { flag: 'cold_chain' }],
    ['温度读数', 'readings', 9],
    ['签收于', { time: 'delivered_at' }],
  ]),
  after_sales: listExporter(staffAfterSaleList, '售后', [
    ['售后单', 'no', 20],
    ['状态', 'status_name', 10],
    ['企业', 'company', 30],
    ['订单号', 'order_no', 20],
    ['类型', 'kind_name', 10],
    ['原因', 'reason_name', 16],
    ['商品', ({ lines }) => lines.map(({ name }) => name).join('；'), 40],
    ['数量', 'number', 8],
    ['金额', ({ amount }) => (amount === null ? '' : yuanCell(amount)), 14],
    ['金额已定', { flag: 'is_final' }],
    ['申请于', { time: 'created_at' }],
  ]),
  refunds: listExporter(staffRefunds, '退款', [
    ['单号', 'no', 22],
    ['状态', 'standing_name', 12],
    ['来源', 'source_name', 12],
    ['企业', 'company', 30],
    ['订单号', 'order_no', 20],
    ['售后单', 'after_sale_no', 20],
    ['退回到', 'channel_name', 12],
    ['金额', { yuan: 'amount' }],
    ['金额已定', { flag: 'is_final' }],
    ['下一步', 'next', 24],
    ['发起于', { time: 'at' }],
    ['退回于', { time: 'done_at' }],
  ]),
  points_orders: listExporter(staffPointsOrders, '积分订单', [
    ['兑换单', 'no', 20],
    ['状态', 'status_name', 10],
    ['企业', 'company', 30],
    ['礼品', 'name', 30],
    ['数量', 'number', 8],
    ['积分', 'points', 10],
    ['现金', { yuan: 'money' }],
    ['收货', 'receiver', 40],
    ['运单', 'waybill', 22],
    ['兑换于', { time: 'created_at' }],
  ]),
}
