import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReceiptState } from '#contract/documents.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { PaperSide } from './PaperSide.tsx'
import './quality.css'
import { numberText } from '../../parts/numbers.ts'
import { StateViews } from '../../parts/StateViews.tsx'
import { useNextRow } from '../../parts/useNextRow.ts'

type Receipts = typeof import('#contract/documents.ts')['staffReceipts']

const TONES: Readonly<Record<ReceiptState, Tone>> = {
  awaiting: 'closed',
  submitted: 'waiting',
  passed: 'done',
  rejected: 'wrong',
  overdue: 'wrong',
}
const VIEWS = [
  { value: 'submitted', text: '待审核' },
  { value: 'overdue', text: '已逾期' },
  { value: 'awaiting', text: '待上传' },
  { value: 'rejected', text: '已驳回' },
  { value: 'passed', text: '已通过' },
  { value: 'all', text: '全部' },
]

const COLUMNS: Columns<Receipts> = [
  { title: '企业', dataIndex: 'company', render: (name: string) => <b>{name}</b> },
  { title: '订单', dataIndex: 'no', render: (no: string, { order_id }) => <To to={`orders/${order_id}`}>{no}</To> },
  { title: '状态', dataIndex: 'state', render: (_, { state, state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag> },
  { title: '提交', dataIndex: 'submitted_at', render: (at: string | null) => <When at={at} short empty="未上传" /> },
  { title: '期限', dataIndex: 'due_on' },
  {
    title: '商品',
    key: 'goods',
    ellipsis: true,
    render: (_, { lines }) => lines.map(({ name, number }) => `${name} ×${numberText(number)}`).join('、'),
  },
]

/** The stamped paper beside the order that it answers for. */
function Look({ row, onClose }: { row: RowOf<Receipts>; onClose: () => void }) {
  const may = useMay()
  const [at, setAt] = useState(0)
  const goOn = useNextRow(calls.receipts, 'order_id')
  const deed = useDeed(calls.receiptReview, {
    done: ({ state }) => (state === 'passed' ? '回执已通过' : '回执已驳回'),
    outdates: [calls.receipts],
  })
  const reason = useReason(deed.problem)
  const can = may('receipts.review') && row.state === 'submitted'
  const review = async (decision: 'pass' | 'reject', said: string): Promise<boolean> => {
    const following = goOn
    const seen = row.submitted_at === null ? {} : { seen_at: row.submitted_at }
    const body = decision === 'reject' ? { reason: said, ...seen } : seen
    const done = await deed.run({ params: { id: row.order_id, decision }, body })
    if (done) following(row.order_id)
    return done
  }
  const pass = () =>
    reason.ask({
      title: '通过含麻回执',
      bare: true,
      ok: '通过',
      what: `${row.company} 订单 ${row.no}：数量、批号与签章核对无误，回执通过。通过后不能撤回。`,
      run: () => review('pass', ''),
    })
  const reject = () =>
    reason.ask({
      title: '驳回含麻回执',
      danger: true,
      ok: '驳回',
      what: `${row.company} 订单 ${row.no}：客户收到理由，须重新上传。`,
      usual: ['印章不清晰', '未加盖公章', '数量与订单不符', '批号与发货不符', '缺收货人签字', '图片不完整'],
      run: (said) => review('reject', said),
    })
  const file = row.files[at] ?? row.files[0]
  useKeys([
    { key: 'A', what: '通过', run: pass, when: can },
    { key: 'R', what: '驳回', run: reject, when: can },
    ...row.files.map((one, index) => ({ key: String(index + 1), what: `第 ${index + 1} 份文件 ${one.name}`, run: () => setAt(index) })),
  ])
  return (
    <>
      {file && may('files.view') && <PaperSide file={file} />}
      <SideDrawer
        title={row.company}
        note={`订单 ${row.no}`}
        onClose={onClose}
        foot={
          can && (
            <>
              <Button danger onClick={reject}>
                驳回… <Kbd of="R" />
              </Button>
              <Button type="primary" className="grow" onClick={pass}>
                通过… <Kbd of="A" />
              </Button>
            </>
          )
        }
      >
        <Section title="回执">
          <Facts
            items={[
              [
                '状态',
                <StateTag key="state" tone={TONES[row.state]}>
                  {row.state_name}
                </StateTag>,
              ],
              ['提交', <When key="sent" at={row.submitted_at} empty="未上传" />],
              ['期限', row.due_on],
              ...(row.reason ? ([['驳回原因', row.reason]] as const) : []),
              ...(row.reviewed_at ? ([['审核', <When key="seen" at={row.reviewed_at} />]] as const) : []),
            ]}
          />
          {row.files.length > 1 && (
            <div className="chips">
              {row.files.map((one, index) => (
                <Button key={one.id} size="small" type={one === file ? 'primary' : 'default'} onClick={() => setAt(index)}>
                  文件 {index + 1} <Kbd of={String(index + 1)} />
                </Button>
              ))}
            </div>
          )}
        </Section>
        <Section title="应与之相符" note="发货的批号与数量">
          <table className="tb tb-in">
            <thead>
              <tr>
                <th>商品、批号</th>
                <th>有效期至</th>
                <th className="num">数量</th>
              </tr>
            </thead>
            <tbody>
              {row.lines.flatMap((line) => [
                <tr key={line.goods_id}>
                  <td colSpan={2}>
                    <b>{line.name}</b> <span className="muted">{line.ypgg}</span>
                  </td>
                  <td className="num">
                    <b>{numberText(line.number)}</b>
                  </td>
                </tr>,
                ...line.batches.map((batch) => (
                  <tr key={`${line.goods_id} ${batch.batch_no}`}>
                    <td>{batch.batch_no}</td>
                    <td>{batch.expiry_date}</td>
                    <td className="num">{numberText(batch.number)}</td>
                  </tr>
                )),
              ])}
            </tbody>
          </table>
        </Section>
        {reason.dialog}
      </SideDrawer>
    </>
  )
}

export default function ReceiptsPage() {
  const [params] = useSearchParams()
  const state = params.get('state') ?? ''
  return (
    <ListPage
      what="回执"
      list={calls.receipts}
      columns={COLUMNS}
      rowKey={({ order_id }) => order_id}
      fixed={state ? { state } : {}}
      filters={[{ kind: 'search', name: 'keywords', text: '企业、订单号' }]}
      top={({ total }) => (
        <StateViews
          name="state"
          otherwise="submitted"
          views={VIEWS.map((one) => (one.value === (state || 'submitted') ? { ...one, count: total } : one))}
        />
      )}
      empty={state === '' ? '没有等待审核的回执' : '没有这种状态的回执'}
      drawer={(row, close) => <Look key={row.order_id} row={row} onClose={close} />}
    />
  )
}
