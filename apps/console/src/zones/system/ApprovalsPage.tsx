import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ApprovalState } from '#contract/approvals.ts'
import { approvals } from '../../api/approvals.ts'
import { outdate } from '../../api/ask.ts'
import { useLive } from '../../api/live.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { EmergencyForm } from './EmergencyForm.tsx'

type Approvals = typeof import('#contract/approvals.ts')['staffApprovals']
type Row = RowOf<Approvals>

const STATES: Readonly<Record<ApprovalState, { text: string; tone: Tone }>> = {
  waiting: { text: '等待批准', tone: 'waiting' },
  approved: { text: '已批准', tone: 'done' },
  refused: { text: '已退回', tone: 'wrong' },
  withdrawn: { text: '已撤回', tone: 'closed' },
  expired: { text: '已过期', tone: 'closed' },
}
const USUAL = ['请补充依据', '金额与凭证不符', '请线下核实后再提交']

const COLUMNS: Columns<Approvals> = [
  {
    title: '状态',
    dataIndex: 'state',
    width: 100,
    render: (state: ApprovalState) => <StateTag tone={STATES[state].tone}>{STATES[state].text}</StateTag>,
  },
  { title: '事项', dataIndex: 'kind_name', width: 130 },
  { title: '内容', dataIndex: 'title', ellipsis: true, render: (title: string) => <b>{title}</b> },
  { title: '理由', dataIndex: 'reason', ellipsis: true, width: 240 },
  { title: '提交人', dataIndex: 'asked_by', width: 110 },
  { title: '提交于', dataIndex: 'asked_at', width: 130, render: (at: string) => <When at={at} short /> },
  { title: '处理人', dataIndex: 'decided_by', width: 110 },
]

type Change = Row['changes'][number]
type ChangeColumn = readonly [head: string, cell: (change: Change) => ReactNode, className?: string]
const orDash = (text: string): ReactNode => text || <span className="muted">—</span>
const NAME: ChangeColumn = ['项目', ({ name }) => name]
const AFTER: ChangeColumn = ['批准后', ({ after }) => orDash(after), 'dirty']
/** Of something new nothing stood before. */
const changeColumns = (changes: readonly Change[]): readonly ChangeColumn[] =>
  changes.every(({ before }) => before === '') ? [NAME, AFTER] : [NAME, ['现在', ({ before }) => orDash(before)], AFTER]

/** Where the record stands that it is about. */
function placeOf(subject: string): { to: string; text: string } | null {
  const [kind, id] = subject.split(':')
  const places: Record<string, { to: string; text: string }> = {
    goods_import: { to: `goods/imports/${id}`, text: '导入的逐行预览' },
    company_import: { to: `companies/imports/${id}`, text: '导入的逐行预览' },
    picture_import: { to: `goods/picture-imports/${id}`, text: '导入的逐张预览' },
    company: { to: `companies/${id}`, text: '企业档案' },
    after_sale: { to: `service/after-sales/${id}`, text: '售后' },
    closing: { to: `finance/closings/${id}`, text: '日结表' },
    recall: { to: `quality/recalls/${id}`, text: '召回' },
    coupon: { to: `marketing/coupons/${id}`, text: '优惠券' },
    offer: { to: `marketing/offers/${id}`, text: '营销活动' },
    price_list: { to: `goods/price-lists/${id}?tab=rows`, text: '调价单，逐行看' },
  }
  return (kind !== undefined && places[kind]) || null
}

function Look({ row, onClose }: { row: Row; onClose: () => void }) {
  const deed = useDeed(approvals.decide, {
    done: ({ state }) => (state === 'approved' ? '已批准，已经办理' : state === 'refused' ? '已退回提交人' : '已撤回'),
    outdates: [approvals.list],
  })
  const reason = useReason(deed.problem)
  const mayDecide = row.may_decide === 1
  const run = (command: 'approve' | 'refuse' | 'withdraw', text = '') =>
    deed.run({ params: { id: row.id, command }, body: { reason: text } })
  const approve = () =>
    reason.ask({
      title: `批准：${row.kind_name}`,
      what: `${row.title}。由 ${row.asked_by} 提交，批准后立即办理，记录里是你们两个人的名字。`,
      ok: '批准并办理',
      bare: true,
      run: () => run('approve'),
    })
  const refuse = () =>
    reason.ask({
      title: `退回：${row.kind_name}`,
      what: `${row.title}。不办理，${row.asked_by} 看到退回的原因。`,
      ok: '退回',
      danger: true,
      usual: USUAL,
      run: (text) => run('refuse', text),
    })
  useKeys([
    { key: 'A', what: '批准', run: approve, when: mayDecide },
    { key: 'R', what: '退回', run: refuse, when: mayDecide },
  ])
  const place = placeOf(row.subject)
  return (
    <SideDrawer
      title={row.title}
      note={row.kind_name}
      onClose={onClose}
      foot={
        row.state === 'waiting' && (
          <>
            {mayDecide && (
              <>
                <Button onClick={refuse}>
                  退回… <Kbd of="R" />
                </Button>
                <Button type="primary" onClick={approve}>
                  批准 <Kbd of="A" />
                </Button>
              </>
            )}
            {row.mine === 1 && (
              <Button block loading={deed.isBusy} onClick={() => void run('withdraw')}>
                撤回
              </Button>
            )}
          </>
        )
      }
    >
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Section title="办理之前与之后">
        <Rows className="tb tb-in diff" rows={row.changes} id={({ name }) => name} columns={changeColumns(row.changes)} />
      </Section>
      <Section title="经过">
        <Facts
          flat
          items={[
            [
              '状态',
              <StateTag key="state" tone={STATES[row.state].tone}>
                {STATES[row.state].text}
              </StateTag>,
            ],
            ['理由', row.reason],
            ['提交人', row.asked_by],
            ['提交于', <When key="asked" at={row.asked_at} />],
            ['有效至', row.state === 'waiting' ? <When key="until" at={row.expires_at} /> : null],
            ['处理人', row.decided_by],
            ['处理于', row.decided_at === '' ? null : <When key="decided" at={row.decided_at} />],
            ['说明', row.decision_note],
            [
              '记录',
              place && (
                <To key="place" to={place.to}>
                  {place.text}
                </To>
              ),
            ],
          ]}
        />
        {row.state === 'waiting' && row.mine === 1 && <p className="muted s12">自己提交的事项由另一人批准。</p>}
      </Section>
      {reason.dialog}
    </SideDrawer>
  )
}

/** What waits for a second person: what one may decide, and what one asked for oneself. */
export default function ApprovalsPage() {
  const may = useMay()
  const queries = useQueryClient()
  const [isTaking, setTaking] = useState(false)
  useLive('approvals', () => void outdate(queries, [approvals.list]))
  return (
    <>
      <ListPage
        what="事项"
        list={approvals.list}
        columns={COLUMNS}
        filters={[
          {
            kind: 'choice',
            name: 'scope',
            text: '全部',
            choices: [
              { value: 'decide', text: '我能批准的' },
              { value: 'mine', text: '我提交的' },
            ],
          },
          {
            kind: 'choice',
            name: 'state',
            text: '状态',
            choices: (Object.keys(STATES) as ApprovalState[]).map((value) => ({ value, text: STATES[value].text })),
          },
        ]}
        actions={
          may('system.break_glass') && (
            <Button danger onClick={() => setTaking(true)}>
              应急授权…
            </Button>
          )
        }
        drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
        empty="没有等待批准的事项"
      />
      {may('system.break_glass') && <EmergencyForm open={isTaking} onClose={() => setTaking(false)} />}
    </>
  )
}
