import { Alert, AutoComplete, Button, type GetRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { staffEntryCompany } from '#contract/order-entry.ts'
import { useAsk } from '../../api/ask.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { EntryForm } from './EntryForm.tsx'
import { useSettled } from './useSettled.ts'

type Company = DataOf<typeof staffEntryCompany>

/** Which company rings up: by initials, a part of its name, its phone. */
function CompanyField({ onChoose }: { onChoose: (id: number) => void }) {
  const [text, setText] = useState('')
  const field = useRef<GetRef<typeof AutoComplete>>(null)
  const words = useSettled(text.trim())
  const { data } = useAsk(calls.entryCompanies, { query: { keywords: words } }, { enabled: words !== '' })
  useEffect(() => field.current?.focus(), [])
  const list = words === '' || words !== text.trim() ? [] : (data?.list ?? [])
  return (
    <AutoComplete
      ref={field}
      aria-label="企业：首字母、名称或电话"
      style={{ width: 420 }}
      value={text}
      defaultActiveFirstOption
      placeholder="企业：首字母、名称、电话"
      options={list.map((one) => ({
        value: String(one.id),
        label: (
          <span className="row">
            <b className="grow ell">{one.name}</b>
            <small className="muted">{[one.place, one.phone].filter(Boolean).join(' · ')}</small>
          </span>
        ),
      }))}
      notFoundContent={words !== '' && data ? '没有这家企业' : null}
      onSearch={setText}
      onSelect={(id) => onChoose(Number(id))}
    />
  )
}

function CompanySide({ company, onAgain, onOther }: { company: Company; onAgain: (orderId: number) => void; onOther: () => void }) {
  return (
    <>
      <Section
        title={company.name}
        action={
          <Button size="small" onClick={onOther}>
            换一家 <Kbd of="F4" />
          </Button>
        }
      >
        <Facts
          flat
          items={[
            ['地区', company.place],
            ['电话', company.phone],
            ['价格等级', company.rank],
            ['客户经理', company.manager],
          ]}
        />
      </Section>
      <Section title="最近的订单" note="点一下照原单填">
        {company.recent.length === 0 && <p className="muted">还没有订单。</p>}
        <ul>
          {company.recent.map((order) => (
            <li key={order.id} className="row">
              <Button size="small" onClick={() => onAgain(order.id)}>
                再来一单
              </Button>
              <span className="grow ell" title={order.goods}>
                <When at={order.at} short /> {order.goods}
              </span>
              <Money yuan={order.total} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

/** An order that somebody asks for by phone. */
export default function EntryPage() {
  const [params, setParams] = useSearchParams()
  const companyId = Number(params.get('company_id') ?? 0)
  const again = Number(params.get('again') ?? 0)
  const company = useAsk(calls.entryCompany, { params: { id: companyId } }, { enabled: companyId > 0 })
  const choose = (id: number): void => setParams(id === 0 ? {} : { company_id: String(id) })
  useKeys([{ key: 'F4', what: '换一家企业', run: () => choose(0), when: companyId > 0 }])
  if (companyId === 0)
    return (
      <div className="sec">
        <CompanyField onChoose={choose} />
        <p className="muted s12">打首字母，↑↓ 选，回车确定；随后打商品首字母与数量，回车加一行；Ctrl+回车提交。</p>
      </div>
    )
  return (
    <Loaded of={company}>
      {(data) => (
        <>
          {data.why.length > 0 && <Alert banner type="error" title={`该企业现在不能下单：${data.why.join('；')}`} />}
          <EntryForm
            key={`${data.id}-${again}`}
            company={data}
            again={again}
            side={
              <CompanySide
                company={data}
                onOther={() => choose(0)}
                onAgain={(order) => setParams({ company_id: String(data.id), again: String(order) })}
              />
            }
            onPlaced={() => choose(0)}
          />
        </>
      )}
    </Loaded>
  )
}
