import { Alert, Button, Checkbox, Input, type InputRef, Radio, Select } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { BodyOf, DataOf } from '#contract/call.ts'
import type { staffEntryCompany, staffEntryPlace } from '#contract/order-entry.ts'
import { useAsk } from '../../api/ask.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { calls } from './calls.ts'
import { EntryLines } from './EntryLines.tsx'
import { type EntryLine, linesText, withGoods } from './entry-lines.ts'
import './orders.css'
import { GoodsField } from './GoodsField.tsx'

type Company = DataOf<typeof staffEntryCompany>
type Pay = BodyOf<typeof staffEntryPlace>['pay']

interface Props {
  company: Company
  /** An order whose lines are taken over; 0: none. */
  again: number
  side: ReactNode
  onPlaced: () => void
}

const newKey = () => `desk-${crypto.randomUUID()}`

export function EntryForm({ company, again, side, onPlaced }: Props) {
  const [lines, setLines] = useState<readonly EntryLine[]>([])
  const [addressId, setAddressId] = useState(company.addresses[0]?.id ?? 0)
  const [pay, setPay] = useState<Pay>('later')
  const [useCoupons, setCoupons] = useState(false)
  const [invoice, setInvoice] = useState<'normal' | 'special'>('normal')
  const [remark, setRemark] = useState('')
  const [askedBy, setAskedBy] = useState('')
  const key = useRef(newKey())
  const goods = useRef<HTMLDivElement>(null)
  const caller = useRef<InputRef>(null)
  const params = { id: company.id }

  const former = useAsk(calls.entryAgain, { params: { ...params, order_id: again } }, { enabled: again > 0 })
  const taken = useRef(false)
  useEffect(() => {
    if (taken.current || !former.data) return
    taken.current = true
    setLines(former.data.lines)
  }, [former.data])

  const query = { lines: linesText(lines), ...(addressId > 0 && { address_id: addressId }), ...(useCoupons && { coupons: 1 }) }
  const sheet = useAsk(calls.entrySheet, { params, query }, { enabled: lines.length > 0, keepFormer: true })
  const shown = lines.length > 0 && !sheet.isError ? sheet.data : undefined
  const fresh = shown !== undefined && !sheet.isPlaceholderData
  const deed = useDeed(calls.entryPlace, {
    done: ({ orders, unpaid }) =>
      `已下单 ${orders.map((one) => `${one.no}（${one.status_name}）`).join('、')}${unpaid ? `；${unpaid}` : ''}`,
    outdates: [calls.list, calls.counts, calls.entryCompany, calls.entrySheet],
    onDone: onPlaced,
  })
  const chosen = shown?.pays.find((one) => one.code === pay)
  const missing =
    company.why.length > 0
      ? '该企业不能下单'
      : lines.length === 0
        ? '还没有商品'
        : addressId === 0
          ? '没有可用的收货地址'
          : askedBy.trim() === ''
            ? '写明谁来电'
            : !fresh
              ? '正在试算'
              : shown.is_open === 0
                ? '有商品不能买'
                : chosen && !chosen.open
                  ? chosen.why
                  : ''
  const place = (): void => {
    if (askedBy.trim() === '' && lines.length > 0) caller.current?.focus()
    if (missing !== '' || !shown || deed.isBusy) return
    const body = {
      key: key.current,
      lines: lines.map(({ goods_id, number }) => ({ goods_id, number })),
      address_id: addressId,
      invoice_kind: invoice,
      remark: remark.trim(),
      ...(useCoupons && { coupons: 1 }),
      pay,
      asked_by: askedBy.trim(),
      total: shown.total,
    }
    void deed.run({ params, body }).then((done) => {
      // Another price is another order: what was refused is asked anew.
      if (!done) key.current = newKey()
      if (!done) void sheet.refetch()
    })
  }
  useKeys([
    { key: 'Ctrl+Enter', what: '提交订单', run: place },
    { key: 'F2', what: '加商品', run: () => goods.current?.querySelector('input')?.focus() },
    { key: 'F8', what: '谁来电', run: () => caller.current?.focus() },
  ])
  return (
    <div className="record">
      <div className="record-body desk-two">
        <div>
          <div className="bar" ref={goods}>
            <GoodsField companyId={company.id} onAdd={(found) => setLines((now) => withGoods(now, found))} />
            <Kbd of="F2" />
          </div>
          {former.data && former.data.left_out.length > 0 && (
            <Alert banner type="info" title={`原单的组合没有照填：${former.data.left_out.join('、')}`} />
          )}
          {sheet.isError && lines.length > 0 && <Alert banner type="error" title={sheet.error.message} />}
          <EntryLines lines={lines} shown={shown} onChange={setLines} />
        </div>
        <aside>
          <Section title="来电与收货">
            <Input
              ref={caller}
              aria-label="谁来电"
              placeholder="谁来电（F8）"
              maxLength={40}
              value={askedBy}
              onChange={({ target }) => setAskedBy(target.value)}
            />
            <Select
              aria-label="收货地址"
              style={{ width: '100%' }}
              value={addressId || null}
              placeholder="没有审核过的收货地址"
              onChange={(id) => setAddressId(id ?? 0)}
              options={company.addresses.map(({ id, text }) => ({ value: id, label: text }))}
            />
            <Input aria-label="备注" placeholder="备注" maxLength={200} value={remark} onChange={({ target }) => setRemark(target.value)} />
          </Section>
          <Section title="付款" note="客户的余额、现金券只由客户自己用">
            <Radio.Group value={pay} onChange={({ target }) => setPay(target.value)}>
              {(shown?.pays ?? []).map((one) => (
                <Radio key={one.code} value={one.code} disabled={!one.open}>
                  {one.name} <small className="muted">{one.open ? one.note : one.why}</small>
                </Radio>
              ))}
            </Radio.Group>
            {shown !== undefined && shown.coupons > 0 && (
              <Checkbox checked={useCoupons} onChange={({ target }) => setCoupons(target.checked)}>
                客户要求用券（有 {shown.coupons} 张）
              </Checkbox>
            )}
            {company.has_tax_no === 1 && (
              <Radio.Group
                size="small"
                optionType="button"
                value={invoice}
                onChange={({ target }) => setInvoice(target.value)}
                options={[
                  { value: 'normal', label: '普票' },
                  { value: 'special', label: '专票' },
                ]}
              />
            )}
          </Section>
          {shown && (
            <Section title="合计" note={shown.orders.length > 1 ? `分成 ${shown.orders.length} 张订单` : ''}>
              <table className="tb tb-in">
                <tbody>
                  {shown.rows.map((row) => (
                    <tr key={row.key}>
                      <td>
                        {row.label} <small className="muted">{row.note}</small>
                      </td>
                      <td className="num">
                        <Money yuan={row.amount} />
                      </td>
                    </tr>
                  ))}
                  {shown.orders
                    .filter((order) => order.note !== '')
                    .map((order) => (
                      <tr key={order.key}>
                        <td colSpan={2} className="w">
                          {order.note}
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </Section>
          )}
          <div className="row sec">
            <Button type="primary" loading={deed.isBusy} disabled={missing !== ''} onClick={place}>
              {missing || `提交订单 ¥${shown?.total ?? ''}`} <Kbd of="Ctrl+Enter" />
            </Button>
            <Link className="link" to={`/orders?company_id=${company.id}`}>
              该企业的订单
            </Link>
          </div>
          {side}
        </aside>
      </div>
    </div>
  )
}
