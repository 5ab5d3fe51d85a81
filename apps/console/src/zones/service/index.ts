import { piecesOf, type Zone } from '../../zone.ts'
import { calls } from './calls.ts'

export const service: Zone = {
  pages: [
    { path: 'service/chat', title: '客服会话', area: 'service', needs: 'chat.view', load: () => import('./ChatDesk.tsx') },
    { path: 'service/refunds', title: '退款查询', area: 'service', needs: 'refunds.view', load: () => import('./RefundsPage.tsx') },
    { path: 'service/after-sales', title: '售后', area: 'service', needs: 'aftersales.view', load: () => import('./AfterSalesPage.tsx') },
    {
      path: 'service/after-sales/:id',
      title: '售后',
      area: 'service',
      needs: 'aftersales.view',
      load: () => import('./AfterSalePage.tsx'),
    },
    { path: 'service/wanted', title: '求购', area: 'service', needs: 'wanted.view', load: () => import('./WantedPage.tsx') },
    { path: 'service/feedback', title: '反馈与投诉', area: 'service', needs: 'feedback.view', load: () => import('./FeedbackPage.tsx') },
  ],
  commands: [{ text: '客户的退款到哪了', words: 'tk 退款 查询', needs: 'refunds.view', to: 'service/refunds' }],
  queues: [
    {
      text: '待回复的客户',
      area: 'service',
      needs: 'chat.view',
      ...piecesOf(calls.chats, (row) => ({
        id: row.id,
        who: row.company,
        what: row.last_text,
        since: row.last_at,
        to: `service/chat?state=waiting&id=${row.id}`,
      })),
      work: ['chat'],
      query: { state: 'waiting' },
      count: (data) => (typeof data === 'object' && data !== null && 'waiting' in data ? Number(data.waiting) : 0),
      to: 'service/chat?state=waiting',
    },
    {
      text: '未办结的售后',
      area: 'service',
      needs: 'aftersales.view',
      ...piecesOf(calls.afterSales, (row) => ({
        id: row.id,
        who: row.company,
        what: `${row.kind_name} ${row.reason_name} ${row.lines[0]?.name ?? ''} ×${row.number} ${row.status_name}`,
        since: row.created_at,
        to: `service/after-sales/${row.id}`,
      })),
      newestFirst: true,
      work: ['after_sale', 'return'],
      query: { status: 'open' },
      to: 'service/after-sales?status=open',
    },
    {
      text: '待答复的求购',
      area: 'service',
      needs: 'wanted.view',
      ...piecesOf(calls.wanted, (row) => ({
        id: row.id,
        who: row.company,
        what: `${row.name} ${row.spec} ×${row.number}${row.unit}`,
        since: row.created_at,
        to: `service/wanted?state=open&look=${row.id}`,
      })),
      query: { state: 'open' },
      to: 'service/wanted?state=open',
    },
    {
      text: '待答复的反馈与投诉',
      area: 'service',
      needs: 'feedback.view',
      ...piecesOf(calls.feedback, (row) => ({
        id: row.id,
        who: row.company,
        what: `${row.topic}：${row.text}`,
        since: row.created_at,
        to: `service/feedback?state=open&look=${row.id}`,
      })),
      query: { state: 'open' },
      to: 'service/feedback?state=open',
    },
  ],
}
