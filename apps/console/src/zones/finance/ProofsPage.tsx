import { CheckOutlined, CloseOutlined, WarningOutlined } from '@ant-design/icons'
import { Alert, Button, Segmented } from 'antd'
import { useState } from 'react'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { FileView } from '../../parts/FileView.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { InSide } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { TakenBy, useTaken, useWork } from '../../parts/useWork.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import css from './finance.module.css'
import { proofChecks } from './proof-checks.ts'

type Proofs = typeof import('#contract/documents.ts')['staffTransferProofs']
type Row = RowOf<Proofs>

const fitsAll = (row: Row): boolean => proofChecks(row.proof, row).every(({ fits }) => fits)

const COLUMNS: Columns<Proofs> = [
  { title: '提交', dataIndex: ['proof', 'created_at'], render: (at: string) => <When at={at} short /> },
  { title: '付款户', dataIndex: ['proof', 'payer_name'], ellipsis: true, width: 200, render: (name: string) => <b>{name}</b> },
  {
    title: '凭证金额',
    dataIndex: ['proof', 'amount'],
    align: 'right',
    render: (amount: string) => <Money yuan={amount} strong />,
  },
  { title: '付款日', dataIndex: ['proof', 'paid_on'] },
  { title: '订单', dataIndex: 'order_no', render: (no: string, { order_id }) => <To to={`orders/${order_id}`}>{no}</To> },
  { title: '应付', dataIndex: 'payable', align: 'right', render: (amount: string) => <Money yuan={amount} /> },
  {
    title: '核对',
    key: 'check',
    render: (_, row) => {
      const wrong = proofChecks(row.proof, row).filter(({ fits }) => !fits)
      return wrong.length === 0 ? (
        <span className="ok">相符</span>
      ) : (
        <span className="w">{wrong.map(({ name }) => name).join('、')}不符</span>
      )
    },
  },
]

const USUAL = ['凭证不清晰，请重新上传', '付款户名与企业名称不一致，请用企业对公账户付款', '金额与订单应付不符', '银行流水中没有这笔款']

function Proof({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  const canDecide = may('transfers.confirm')
  const [at, setAt] = useState(0)
  const deed = useDeed(calls.proofReview, { outdates: [calls.proofs, calls.transfers] })
  const reason = useReason(deed.problem)
  const work = useWork('proof', row.proof.id, canDecide)
  const { proof } = row
  const checks = proofChecks(proof, row)
  const wrong = checks.filter(({ fits }) => !fits)
  const file = proof.files[at]
  const seen = { seen_at: proof.created_at }
  const confirm = () =>
    reason.ask({
      title: '确认到账',
      what: (
        <>
          银行流水中已有 {proof.payer_name} 的 <Money yuan={proof.amount} strong />
          ，对到订单 {row.order_no}（应付 <Money yuan={row.payable} />
          ）。确认后订单记为已付款，不能撤回。
          {wrong.length > 0 && <p className="w">{wrong.map(({ name }) => name).join('、')}与订单不符，请写明理由。</p>}
        </>
      ),
      ok: '确认到账',
      bare: wrong.length === 0,
      run: (text) => deed.run({ params: { id: proof.id, decision: 'pass' }, body: text ? { reason: text, ...seen } : seen }),
    })
  const reject = () =>
    reason.ask({
      title: '驳回凭证',
      what: `${row.company} 订单 ${row.order_no} 的凭证不予认可，客户看到您写的原因，可以重新提交。`,
      ok: '驳回',
      danger: true,
      usual: USUAL,
      run: (text) => deed.run({ params: { id: proof.id, decision: 'reject' }, body: { reason: text, ...seen } }),
    })
  useKeys([
    { key: 'Esc', what: '收起右栏', run: onClose },
    { key: 'A', what: '确认到账', run: confirm, when: canDecide },
    { key: 'R', what: '驳回凭证', run: reject, when: canDecide },
  ])
  return (
    <InSide>
      <aside className={css.pane} aria-label="转账凭证">
        <header>
          <h2 className="ell">
            {proof.payer_name} <Money yuan={proof.amount} />
          </h2>
          <span className="grow" />
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label="收起" onClick={onClose} />
        </header>
        {work.bar}
        <div className={css.body}>
          <Section
            title="凭证"
            action={
              proof.files.length > 1 && (
                <Segmented
                  size="small"
                  value={at}
                  onChange={setAt}
                  options={proof.files.map((_, index) => ({ value: index, label: `第 ${index + 1} 张` }))}
                />
              )
            }
          >
            {file ? (
              <div className={css.proof}>
                <FileView key={file.id} file={file} />
              </div>
            ) : (
              <p className="muted">没有上传凭证图片</p>
            )}
          </Section>
          <Section title="与订单核对">
            <table className="tb tb-in">
              <thead>
                <tr>
                  <th>项目</th>
                  <th>凭证</th>
                  <th>订单</th>
                  <th>相符</th>
                </tr>
              </thead>
              <tbody>
                {checks.map(({ name, proof: said, order, fits }) => (
                  <tr key={name}>
                    <td className="muted">{name}</td>
                    <td>{said}</td>
                    <td>{order}</td>
                    <td>
                      {fits ? <CheckOutlined className="ok" aria-label="相符" /> : <WarningOutlined className="w" aria-label="不符" />}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Facts
              flat
              items={[
                [
                  '订单',
                  <To key="order" to={`orders/${row.order_id}`}>
                    {row.order_no}
                  </To>,
                ],
                ['付款账号', row.full_account],
                ['付款日', proof.paid_on],
                ['附言', proof.remark],
                ['提交', <When key="at" at={proof.created_at} />],
              ]}
            />
            {deed.problem && <Alert type="error" showIcon title={deed.problem} />}
          </Section>
        </div>
        {canDecide && (
          <footer className="foot">
            <Button onClick={reject}>
              驳回… <Kbd of="R" />
            </Button>
            <Button type="primary" className="grow" onClick={confirm}>
              确认到账… <Kbd of="A" />
            </Button>
          </footer>
        )}
        {reason.dialog}
      </aside>
    </InSide>
  )
}

/** Proofs of transfers beside their orders, the oldest first. */
export default function ProofsPage() {
  const taken = useTaken('proof')
  const processed: Columns<Proofs>[number] = { title: '处理', key: 'taken', render: (_, { proof }) => <TakenBy of={taken.get(proof.id)} /> }
  return (
    <ListPage
      what="凭证"
      list={calls.proofs}
      columns={[...COLUMNS.slice(0, 2), processed, ...COLUMNS.slice(2)]}
      rowKey={({ proof }) => proof.id}
      rowTone={(row) => (fitsAll(row) ? '' : 'is-warn')}
      drawer={(row, close) => <Proof key={row.proof.id} row={row} onClose={close} />}
      empty="没有待核对的凭证；客户上传付款回单后列在这里"
    />
  )
}
