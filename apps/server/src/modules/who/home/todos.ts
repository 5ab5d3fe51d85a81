import type { ToDoWire } from '#contract/home.ts'
import { beijingDate, beijingMinute, daysBetween, type TradeDate } from '#domain/dates.ts'
import { askedAgreements } from '#domain/eligibility.ts'
import { yuan } from '#domain/money.ts'
import { papersState } from '#domain/papers.ts'
import { reviewOf } from '#domain/review.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import type { HomeFigures } from './views.ts'

/** Credit and papers that end within so many days are pressing. */
const PRESSING_DAYS = 3

const REVIEW: Readonly<Record<number, { title: string; text: string; action: string }>> = {
  0: { title: '企业资质未提交', text: '提交并通过审核后，可以查看价格和下单', action: '去提交' },
  1: { title: '企业资质审核中', text: '通过后会用消息告诉您', action: '查看进度' },
  3: { title: '企业资质未通过审核', text: '请按审核意见修改后重新提交', action: '去修改' },
  4: { title: '账户已冻结', text: '请联系客户经理', action: '查看资质' },
}

const daysText = (days: number): string => (days < 0 ? `已逾期 ${-days} 天` : days === 0 ? '今天到期' : `剩 ${days} 天`)

interface Coupons {
  soon: number
}

/** The most pressing first: what stops purchases, what costs money when late, then the rest. */
export function todosOf(company: ViewerCompany, home: HomeFigures, coupons: Coupons, now: Date): ToDoWire[] {
  const today = beijingDate(now)
  const todos = [
    ...companyToDos(company, today),
    ...agreementToDos(company, now),
    ...creditToDos(home, today),
    ...receiptToDos(home, today),
    ...orderToDos(home),
    ...otherToDos(home, coupons),
  ]
  return todos.sort((a, b) => Number(b.urgent) - Number(a.urgent))
}

function companyToDos(company: ViewerCompany, today: TradeDate): ToDoWire[] {
  const review = REVIEW[company.reviewState]
  const todos: ToDoWire[] = []
  if (reviewOf(company.reviewState) !== 'passed' && review) {
    todos.push({ kind: 'review', ...review, url: '/zzzj', urgent: reviewOf(company.reviewState) !== 'waiting' })
  }
  if (reviewOf(company.reviewState) === 'passed') {
    const papers = papersState(company, today)
    if (papers.state !== 'ok') {
      const title = papers.state === 'bad' ? '资质需要更新' : '资质即将到期'
      todos.push({ kind: 'papers', title, text: papers.note, url: '/zzzj', action: '去更新', urgent: papers.state === 'bad' })
    }
    if (!company.contractSigned)
      todos.push({ kind: 'contract', title: '电子合同待签署', text: '签署后才能下单', url: '/dzht', action: '去签署', urgent: true })
  }
  return todos
}

function agreementToDos(company: ViewerCompany, now: Date): ToDoWire[] {
  const today = beijingDate(now)
  return askedAgreements(company, now).map(({ title, blocksOn }) => ({
    kind: 'agreement',
    title: `《${title}》待同意`,
    text: blocksOn === null ? '请阅读后同意' : blocksOn <= today ? '同意后才能下单' : `${blocksOn} 起未同意不能下单`,
    url: '/xieyi',
    action: '去阅读',
    urgent: blocksOn !== null && daysBetween(today, blocksOn) <= PRESSING_DAYS,
  }))
}

function creditToDos({ credit: { overdue, dueOn, due } }: HomeFigures, today: TradeDate): ToDoWire[] {
  const credit = { kind: 'credit', url: '/zqgl', action: '去还款' } as const
  if (overdue > 0) return [{ ...credit, title: `账期已逾期 ¥${yuan(overdue)}`, text: '还清后才能继续用账期下单', urgent: true }]
  if (dueOn === null) return []
  const days = daysBetween(today, dueOn)
  return [{ ...credit, title: `账期待还 ¥${yuan(due)}`, text: `最早 ${dueOn} 到期，${daysText(days)}`, urgent: days <= PRESSING_DAYS }]
}

function receiptToDos({ receipts: { count, id, no, dueOn, rejected } }: HomeFigures, today: TradeDate): ToDoWire[] {
  if (count === 0 || id === null || dueOn === null) return []
  const days = daysBetween(today, dueOn)
  const title = rejected > 0 ? '含麻回执需要重新上传' : '含麻回执待上传'
  const text = `订单 ${no}，${daysText(days)}${count > 1 ? `，共 ${count} 份` : ''}`
  return [{ kind: 'receipt', title, text, url: '/hmdd', action: '去上传', urgent: days <= PRESSING_DAYS || rejected > 0 }]
}

function orderToDos({ pending, shipped, toSendBack }: HomeFigures): ToDoWire[] {
  const todos: ToDoWire[] = []
  if (pending.count > 0 && pending.id !== null) {
    const one = pending.count === 1
    const before = pending.payBefore === null ? '' : `${beijingMinute(new Date(pending.payBefore))} 前未付款将自动取消`
    const title = one ? `订单 ${pending.no} 待付款` : `${pending.count} 张订单待付款`
    const url = one ? `/cart/step3/${pending.id}` : '/order?status=pending_payment'
    todos.push({ kind: 'pay', title, text: before, url, action: '去支付', urgent: false })
  }
  if (shipped.count > 0 && shipped.id !== null) {
    const one = shipped.count === 1
    const title = one ? `订单 ${shipped.no} 待收货` : `${shipped.count} 张订单待收货`
    const url = one ? `/order/info/${shipped.id}` : '/order?status=shipped'
    todos.push({
      kind: 'receive',
      title,
      text: '收到后请核对批号与数量，再确认收货',
      url,
      action: one ? '去确认' : '去查看',
      urgent: false,
    })
  }
  if (toSendBack.count > 0 && toSendBack.id !== null) {
    const title = `${toSendBack.count} 件售后待寄回`
    const url = `/order/afterSalesInfo/${toSendBack.id}`
    todos.push({ kind: 'after_sale', title, text: '审核已通过，请寄回商品并填写运单号', url, action: '去填写', urgent: false })
  }
  return todos
}

function otherToDos({ wanted, invitations }: HomeFigures, coupons: Coupons): ToDoWire[] {
  const todos: ToDoWire[] = []
  if (invitations > 0)
    todos.push({
      kind: 'invitation',
      title: `${invitations} 份门店邀请待答复`,
      text: '同意前请核实对方身份',
      url: '/ddgl',
      action: '去答复',
      urgent: false,
    })
  if (wanted.count > 0 && wanted.id !== null)
    todos.push({
      kind: 'wanted',
      title: wanted.count === 1 ? `求购“${wanted.name}”有了回复` : `${wanted.count} 条求购有了回复`,
      text: '看看是否合适',
      url: wanted.count === 1 ? `/pzqg/info?id=${wanted.id}` : '/pzqg',
      action: '去查看',
      urgent: false,
    })
  if (coupons.soon > 0)
    todos.push({
      kind: 'coupons',
      title: `${coupons.soon} 张优惠券即将到期`,
      text: '3 天内到期，到期后自动失效',
      url: '/yhq',
      action: '去使用',
      urgent: false,
    })
  return todos
}
