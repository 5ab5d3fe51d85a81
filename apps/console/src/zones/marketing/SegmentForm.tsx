import { Input, InputNumber, Select, Tag } from 'antd'
import { Link } from 'react-router'
import type { SegmentFactsWire } from '#contract/segments.ts'
import { COMPANY_TYPES } from '#domain/paper-kinds.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { FindPicker } from './FindPicker.tsx'
import { FormRow } from './FormRow.tsx'
import { manyOf, usePlaces } from './many-choices.ts'
import { type SegmentDraft, withFacts } from './segment-draft.ts'
import { useSettled } from './useSettled.ts'

interface Props {
  draft: SegmentDraft
  onChange: (draft: SegmentDraft) => void
  disabled: boolean
  /** Saved under it. */
  id: number | undefined
}
type Part = Omit<Props, 'id'>

type DaysOf = 'ordered_days' | 'silent_days' | 'amount_days' | 'bought_days' | 'missed_days' | 'licence_days'

function Days({ draft, onChange, disabled, of, label, empty }: Part & { of: DaysOf; label: string; empty: string }) {
  const value = draft.facts[of]
  return (
    <InputNumber
      className="offer-figure"
      aria-label={label}
      min={1}
      max={3650}
      precision={0}
      disabled={disabled}
      placeholder={empty}
      value={value === 0 ? null : value}
      onChange={(days) => onChange(withFacts(draft, { [of]: days ?? 0 }))}
    />
  )
}

function CompanyFields({ draft, onChange, disabled }: Part) {
  const places = usePlaces()
  const { data } = useAsk(calls.companyChoices, {})
  const many = manyOf(disabled)
  const { facts } = draft
  const put = (change: Partial<SegmentFactsWire>): void => onChange(withFacts(draft, change))
  const asOptions = (list: readonly string[]) => list.filter(Boolean).map((value) => ({ value, label: value }))
  return (
    <FormRow title="企业" note="只算已通过审核的；几项都写的要同时符合">
      <div className="row offer-wrap">
        <Select
          {...many('企业类型', 150)}
          value={facts.types}
          options={asOptions(COMPANY_TYPES)}
          onChange={(types: string[]) => put({ types })}
        />
        <Select
          {...many('地区', 220)}
          showSearch={{ optionFilterProp: 'label' }}
          value={facts.places}
          options={places}
          onChange={(chosen: string[]) => put({ places: chosen })}
        />
        <Select
          {...many('等级', 90)}
          value={facts.ranks}
          options={asOptions(data?.ranks ?? [])}
          onChange={(ranks: string[]) => put({ ranks })}
        />
        <Select
          {...many('客户经理', 130)}
          value={facts.managers}
          options={asOptions(data?.managers.map(({ name }) => name) ?? [])}
          onChange={(managers: string[]) => put({ managers })}
        />
      </div>
    </FormRow>
  )
}

function OrderFields(parts: Part) {
  const may = useMay()
  const { draft, onChange, disabled } = parts
  const amount = (name: 'amount_from' | 'amount_to', label: string, empty: string) => (
    <Input
      className="offer-figure"
      aria-label={label}
      inputMode="decimal"
      maxLength={12}
      disabled={disabled}
      placeholder={empty}
      value={draft.facts[name]}
      onChange={({ target }) => onChange(withFacts(draft, { [name]: target.value }))}
    />
  )
  return (
    <FormRow title="订货" note="取消的订单不算">
      <div className="row offer-wrap">
        <span>近</span>
        <Days {...parts} of="ordered_days" label="多少天内下过单" empty="不问" />
        <span>天内下过单</span>
      </div>
      <div className="row offer-wrap">
        <span>已有</span>
        <Days {...parts} of="silent_days" label="多少天没有下单" empty="不问" />
        <span>天没有下单（从没下过的也算）</span>
      </div>
      {may('orders.prices') && (
        <div className="row offer-wrap">
          <span>近</span>
          <Days {...parts} of="amount_days" label="多少天的订货额" empty="不问" />
          <span>天订货额</span>
          {amount('amount_from', '订货额从', '从')}
          <span>至</span>
          {amount('amount_to', '订货额至', '不限')}
          <span>元</span>
        </div>
      )}
    </FormRow>
  )
}

const BOUGHT = {
  bought: { title: '买过', categories: 'bought_categories', goods: 'bought_goods', days: 'bought_days' },
  missed: { title: '没买过', categories: 'missed_categories', goods: 'missed_goods', days: 'missed_days' },
} as const

function BoughtField({ of, ...parts }: Part & { of: keyof typeof BOUGHT }) {
  const { title, categories, goods, days } = BOUGHT[of]
  const { draft, onChange, disabled } = parts
  const { facts } = draft
  const add = (list: typeof categories | typeof goods, names: 'categories' | 'goods') => (id: number, name: string) => {
    if (facts[list].includes(id)) return
    onChange({ ...withFacts(draft, { [list]: [...facts[list], id] }), [names]: new Map([...draft[names], [id, name]]) })
  }
  const chips = (list: typeof categories | typeof goods, names: 'categories' | 'goods') =>
    facts[list].map((id) => {
      const text = `${names === 'categories' ? '分类 ' : ''}${draft[names].get(id) ?? id}`
      return (
        <li key={`${list} ${id}`}>
          <Tag
            closable={!disabled && { 'aria-label': `移除${title}${text}` }}
            onClose={() => onChange(withFacts(draft, { [list]: facts[list].filter((one) => one !== id) }))}
          >
            {text}
          </Tag>
        </li>
      )
    })
  return (
    <FormRow title={title} note={of === 'bought' ? '有一样就算；下级分类也算' : '哪一样都没有买过'}>
      <div className="row offer-wrap">
        <span>近</span>
        <Days {...parts} of={days} label={`${title}：多少天内`} empty="任何" />
        <span>天内{title}</span>
      </div>
      {!disabled && (
        <>
          <FindPicker what="category" label={`${title}的分类`} onChoose={add(categories, 'categories')} />
          <FindPicker what="goods" label={`${title}的商品`} onChoose={add(goods, 'goods')} />
        </>
      )}
      <ul className="chips" aria-label={title}>
        {chips(categories, 'categories')}
        {chips(goods, 'goods')}
      </ul>
    </FormRow>
  )
}

/** At the left what is asked for, at the right who that is. */
export function SegmentForm({ id, ...parts }: Props) {
  const { draft, onChange, disabled } = parts
  return (
    <div className="offer-sides">
      <form className="offer-form" aria-label="客群" onSubmit={(event) => event.preventDefault()}>
        <FormRow title="名称">
          <Input
            aria-label="名称"
            maxLength={40}
            disabled={disabled}
            autoFocus={id === undefined}
            value={draft.name}
            placeholder="30 天没下单的药店"
            onChange={({ target }) => onChange({ ...draft, name: target.value })}
          />
        </FormRow>
        <CompanyFields {...parts} />
        <OrderFields {...parts} />
        <BoughtField of="bought" {...parts} />
        <BoughtField of="missed" {...parts} />
        <FormRow title="证照">
          <div className="row offer-wrap">
            <Days {...parts} of="licence_days" label="证照多少天内到期" empty="不问" />
            <span>天内到期，或已过期</span>
          </div>
        </FormRow>
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling place is reached by keyboard */}
      <section className="offer-side" aria-label="名单" tabIndex={0}>
        <SegmentLook draft={draft} id={id} />
      </section>
    </div>
  )
}

function SegmentLook({ draft, id }: Pick<Props, 'draft' | 'id'>) {
  const facts = useSettled(JSON.stringify(draft.facts))
  const answer = useAsk(calls.segmentLook, { query: { facts } }, { keepFormer: true })
  return (
    <Loaded of={answer}>
      {({ text, companies, is_capped: isCapped, some }) => (
        <Section title="名单" note={text}>
          <p role="status" className="row">
            <span>
              <b className="offer-hit">{numberText(companies)}</b> {isCapped === 1 ? '家以上' : '家'}
            </span>
            {some.length < companies && <span className="muted s12">　先看 {some.length} 家</span>}
            {id !== undefined && (
              <Link className="link" to={`/companies?segment=${id}`}>
                看全部、导出 Excel
              </Link>
            )}
          </p>
          {some.length > 0 && (
            <table className="tb tb-in">
              <thead>
                <tr>
                  <th>企业</th>
                  <th>地区</th>
                  <th>等级</th>
                  <th>最近下单</th>
                  <th className="num">近 90 天</th>
                </tr>
              </thead>
              <tbody>
                {some.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <Link className="link" to={`/companies/${row.id}`}>
                        {row.name}
                      </Link>
                    </td>
                    <td>{row.region}</td>
                    <td>{row.rank}</td>
                    <td className="nowrap">{row.last_order_at === null ? '从未' : <When at={row.last_order_at} short />}</td>
                    <td className="num">{row.amount_90d === null ? '—' : <Money yuan={row.amount_90d} />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Section>
      )}
    </Loaded>
  )
}
