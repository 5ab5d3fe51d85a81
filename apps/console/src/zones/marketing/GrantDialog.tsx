import { Form, Radio, Select, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { BULK_ROWS_MAX } from '#contract/constants.ts'
import type { CouponDeskWire } from '#contract/coupon-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { numberText } from '../../parts/numbers.ts'
import { CouponMany } from './CouponMany.tsx'
import { calls } from './calls.ts'
import { FindPicker } from './FindPicker.tsx'

const SEGMENTS_MOST = 100

/** How many are in it now; the list of companies counts them. */
function SegmentCount({ id }: { id: number }) {
  const { data } = useAsk(calls.companies, { query: { segment: id, per_page: 1 } })
  if (data === undefined) return <p className="muted">正在数…</p>
  return (
    <p role="status">
      现在有 <b>{data.is_capped === 1 ? `${numberText(data.total)} 以上` : numberText(data.total)}</b> 家{' '}
      <Link className="link" to={`/companies?segment=${id}`}>
        看名单
      </Link>
      {data.total > BULK_ROWS_MAX && <span className="bad">　一次最多 {numberText(BULK_ROWS_MAX)} 家，请把客群分小</span>}
    </p>
  )
}

/** To whoever is in a segment, or to companies by name. */
export function GrantDialog({ coupon, onClose }: { coupon: CouponDeskWire; onClose: () => void }) {
  const [way, setWay] = useState<'segment' | 'named'>('segment')
  const [segment, setSegment] = useState(0)
  const [named, setNamed] = useState<readonly { id: number; name: string }[]>([])
  const segments = useAsk(calls.segments, { query: { per_page: SEGMENTS_MOST } }).data?.list ?? []
  const whom =
    way === 'segment' ? (segment > 0 ? { query: { segment } } : null) : named.length > 0 ? { ids: named.map(({ id }) => id) } : null
  const left = coupon.quota === 0 ? '总量不限' : `还剩 ${numberText(Math.max(0, coupon.quota - coupon.taken))} 张`
  return (
    <CouponMany
      kind="coupon.grant"
      couponId={coupon.id}
      title={`发放“${coupon.name}”`}
      whom={whom}
      reason="原因（逐家记入操作记录）"
      onClose={onClose}
    >
      <p>
        每家一张，{left}；已满 {coupon.terms.per_company} 张的、不是适用客户（{coupon.buyers}）的不发。发到的客户收到消息。
      </p>
      <Form.Item label="发给">
        <Radio.Group
          aria-label="发给"
          value={way}
          options={[
            { value: 'segment', label: '一个客群' },
            { value: 'named', label: '指定的企业' },
          ]}
          onChange={({ target }) => setWay(target.value as 'segment' | 'named')}
        />
      </Form.Item>
      {way === 'segment' ? (
        <>
          <Select
            aria-label="客群"
            placeholder="选择客群"
            style={{ width: '100%', maxWidth: 480 }}
            showSearch={{ optionFilterProp: 'label' }}
            value={segment || null}
            options={segments.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id: number) => setSegment(id)}
          />
          {segment > 0 && (
            <>
              <p className="muted s12">{segments.find(({ id }) => id === segment)?.text}</p>
              <SegmentCount id={segment} />
            </>
          )}
        </>
      ) : (
        <>
          <FindPicker
            what="company"
            label="发给的企业"
            onChoose={(id, name) => setNamed((list) => (list.some((one) => one.id === id) ? list : [...list, { id, name }]))}
          />
          <ul className="chips" aria-label="发给的企业">
            {named.map(({ id, name }) => (
              <li key={id}>
                <Tag closable={{ 'aria-label': `移除${name}` }} onClose={() => setNamed((list) => list.filter((one) => one.id !== id))}>
                  {name}
                </Tag>
              </li>
            ))}
          </ul>
        </>
      )}
    </CouponMany>
  )
}
