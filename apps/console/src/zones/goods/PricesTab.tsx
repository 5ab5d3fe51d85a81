import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { GoodsCostWire, GoodsPricesWire } from '#contract/prices-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { Section } from '../../parts/Section.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { CompanyPrices } from './CompanyPrices.tsx'
import { CostSection } from './CostSection.tsx'
import { calls } from './calls.ts'
import { PriceHistory } from './PriceHistory.tsx'
import { isSamePrices, marginOf, type TypedPrices, typedOf, wordsOfPrices } from './price-rules.ts'

const NAMES = { base: '基准价', retail: '建议零售价', ranks: '等级价', ladder: '阶梯价' }
const STEPS_MOST = 10

interface FieldProps {
  label: string
  value: string
  was: string
  fault: string
  can: boolean
  onChange: (price: string) => void
}

function PriceField({ label, value, was, fault, can, onChange }: FieldProps) {
  if (!can) return value ? <span>¥{value}</span> : <span className="muted">—</span>
  return (
    <>
      <Input
        className={`price-input ${value.trim() !== was ? 'dirty' : ''}`}
        size="small"
        prefix="¥"
        placeholder="无"
        aria-label={label}
        status={fault ? 'error' : ''}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {fault && <div className="bad s12">{fault}</div>}
    </>
  )
}

function PriceForm({ prices, cost }: { prices: GoodsPricesWire; cost: GoodsCostWire | undefined }) {
  const may = useMay()
  const can = may('prices.change')
  // As it was when typing began: what is read anew meanwhile does not take the typed away.
  const [base, setBase] = useState(prices)
  const [typed, setTyped] = useState(typedOf(prices))
  const take = (newer: GoodsPricesWire): void => {
    setBase(newer)
    setTyped(typedOf(newer))
  }
  const deed = useDeed(calls.pricesSave, {
    done: '价格已保存，客户随即看到',
    outdates: [calls.prices, calls.priceHistory, calls.records, calls.record, calls.history],
    onDone: take,
  })
  const reason = useReason(deed.problem)
  const former = typedOf(base)
  const isChanged = !isSamePrices(former, typed)
  if (!isChanged && base.version !== prices.version) take(prices)
  const mine = wordsOfPrices(typed)
  const faultOf = (field: string): string => deed.faults.find((one) => one.field === field)?.message ?? ''
  const priced = typed.ranks.map((one, at) => ({ ...one, at })).filter(({ price }) => price.trim() !== '')
  const send = (text: string): Promise<boolean> =>
    deed.run({
      params: { id: prices.id },
      body: { ...typed, ranks: priced.map(({ rank, price }) => ({ rank, price })), reason: text, version: base.version },
    })
  const ask = (): void => {
    const was = wordsOfPrices(former)
    reason.ask({
      title: '改价',
      what: Object.keys(mine)
        .filter((field) => mine[field] !== was[field])
        .map((field) => (
          <p key={field}>
            {NAMES[field as keyof typeof NAMES]}：{was[field] || '无'} → {mine[field] || '无'}
          </p>
        )),
      ok: '保存',
      usual: ['随行就市', '供价调整', '季度调价', '活动结束恢复'],
      // What came of it stands over the prices.
      run: async (text) => (await send(text)) || true,
    })
  }
  useKeys([{ key: 'Ctrl+S', what: '保存价格', run: ask, when: can && isChanged }])
  const margin = (price: string) =>
    cost && (
      <td className={`num ${cost.cost !== null && Number(price) > 0 && Number(price) < Number(cost.cost) ? 'bad' : 'muted'}`}>
        {marginOf(price, cost.cost)}
      </td>
    )
  const setRank = (at: number, price: string): void =>
    setTyped({ ...typed, ranks: typed.ranks.map((one, place) => (place === at ? { ...one, price } : one)) })
  const setStep = (at: number, part: Partial<TypedPrices['ladder'][number]>): void =>
    setTyped({ ...typed, ladder: typed.ladder.map((one, place) => (place === at ? { ...one, ...part } : one)) })
  const companiesOf = (rank: string) => base.ranks.find((one) => one.rank === rank)?.companies
  return (
    <>
      <MeanwhileNotice of={deed} mine={mine} names={NAMES} onTakeTheirs={() => take(prices)} />
      {deed.problem && deed.faults.length === 0 && <Alert type="error" showIcon className="trouble" title={deed.problem} />}
      <table className="tb tb-in">
        <thead>
          <tr>
            <th>价</th>
            <th className="num">元</th>
            {cost && <th className="num">毛利</th>}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <b>基准价</b>
            </td>
            <td className="num">
              <PriceField
                label="基准价"
                value={typed.base}
                was={former.base}
                fault={faultOf('base')}
                can={can}
                onChange={(price) => setTyped({ ...typed, base: price })}
              />
            </td>
            {margin(typed.base)}
          </tr>
          {typed.ranks.map(({ rank, price }, at) => (
            <tr key={rank}>
              <td>
                {rank} 级 {companiesOf(rank) !== undefined && <small className="muted">{companiesOf(rank)} 家</small>}
              </td>
              <td className="num">
                <PriceField
                  label={`${rank} 级价`}
                  value={price}
                  was={former.ranks.find((one) => one.rank === rank)?.price ?? ''}
                  fault={faultOf(`ranks[${priced.findIndex((one) => one.at === at)}].price`)}
                  can={can}
                  onChange={(next) => setRank(at, next)}
                />
              </td>
              {margin(price)}
            </tr>
          ))}
          {typed.ladder.map(({ number, price }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is changed in place, its number too
            <tr key={at}>
              <td>
                {can ? (
                  <span className="row">
                    {typed.ladder_type === 1 ? '至' : '满'}
                    <InputNumber
                      size="small"
                      min={1}
                      precision={0}
                      aria-label={`第 ${at + 1} 阶数量`}
                      style={{ width: 84 }}
                      status={faultOf(`ladder[${at}].number`) ? 'error' : ''}
                      value={number}
                      onChange={(value) => setStep(at, { number: value ?? 1 })}
                    />
                    {prices.unit}
                    <Button
                      type="text"
                      size="small"
                      icon={<DeleteOutlined />}
                      aria-label={`去掉第 ${at + 1} 阶`}
                      onClick={() => setTyped({ ...typed, ladder: typed.ladder.toSpliced(at, 1) })}
                    />
                  </span>
                ) : (
                  `${typed.ladder_type === 1 ? '至' : '满'} ${number} ${prices.unit}`
                )}
                {faultOf(`ladder[${at}].number`) && <div className="bad s12">{faultOf(`ladder[${at}].number`)}</div>}
              </td>
              <td className="num">
                <PriceField
                  label={`第 ${at + 1} 阶价`}
                  value={price}
                  was={former.ladder.find((one) => one.number === number)?.price ?? ''}
                  fault={faultOf(`ladder[${at}].price`)}
                  can={can}
                  onChange={(next) => setStep(at, { price: next })}
                />
              </td>
              {margin(price)}
            </tr>
          ))}
          <tr>
            <td>建议零售价</td>
            <td className="num">
              <PriceField
                label="建议零售价"
                value={typed.retail}
                was={former.retail}
                fault={faultOf('retail')}
                can={can}
                onChange={(price) => setTyped({ ...typed, retail: price })}
              />
            </td>
            {cost && <td />}
          </tr>
        </tbody>
      </table>
      {can && (
        <div className="row goods-deeds">
          {typed.ladder.length < STEPS_MOST && (
            <Button
              size="small"
              icon={<PlusOutlined />}
              onClick={() =>
                setTyped({ ...typed, ladder: [...typed.ladder, { number: (typed.ladder.at(-1)?.number ?? 0) + 10, price: '' }] })
              }
            >
              加一阶
            </Button>
          )}
          {typed.ladder.length > 0 && (
            <Select
              size="small"
              aria-label="阶梯算法"
              value={typed.ladder_type}
              options={[
                { value: 0, label: '满多少起' },
                { value: 1, label: '买到多少为止' },
              ]}
              onChange={(ladder_type: number) => setTyped({ ...typed, ladder_type })}
            />
          )}
          <span className="grow" />
          {isChanged && (
            <>
              <Button size="small" onClick={() => take(base)}>
                放弃
              </Button>
              <Button size="small" type="primary" loading={deed.isBusy} onClick={ask}>
                保存… <Kbd of="Ctrl+S" />
              </Button>
            </>
          )}
        </div>
      )}
      <p className="muted s12 goods-deeds">一次降价超过 {prices.most_cut}%，或低于成本价、底价，需要另一人批准，不会直接生效。</p>
      {reason.dialog}
    </>
  )
}

export function PricesTab({ id }: { id: number }) {
  const may = useMay()
  const seesCost = may('prices.cost')
  const prices = useAsk(calls.prices, { params: { id } })
  const cost = useAsk(calls.cost, { params: { id } }, { enabled: seesCost })
  return (
    <div className="price-grid">
      <div>
        <Section title="价格">
          <Loaded of={prices}>{(data) => <PriceForm key={id} prices={data} cost={seesCost ? cost.data : undefined} />}</Loaded>
        </Section>
        {seesCost && <Loaded of={cost}>{(data) => <CostSection key={id} id={id} cost={data} />}</Loaded>}
      </div>
      <div>
        <Loaded of={prices}>{({ version }) => <CompanyPrices id={id} version={version} />}</Loaded>
        <PriceHistory id={id} />
      </div>
    </div>
  )
}
