import { Alert } from 'antd'
import type { DataOf } from '#contract/call.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { calls } from './calls.ts'
import { endWords } from './periods.ts'

type Look = DataOf<typeof import('#contract/offer-desk.ts')['staffOfferLook']>

/** What the draft would touch, asked anew as it is typed. */
export function LookPanel({ terms, id }: { terms: string; id: number | undefined }) {
  const answer = useAsk(calls.look, { query: { terms, ...(id !== undefined && { id }) } }, { enabled: terms !== '', keepFormer: true })
  if (terms === '') return <p className="muted offer-none">选好商品、写好档位和时间，这里就显示命中多少商品和客户、会不会低于成本。</p>
  return (
    <Loaded of={answer}>
      {(look) => (
        <>
          <Section title="命中">
            <Hits look={look} />
          </Section>
          {look.below_total > 0 && <BelowSection look={look} />}
          {look.overlaps.length > 0 && <Overlaps look={look} />}
        </>
      )}
    </Loaded>
  )
}

function Hits({ look }: { look: Look }) {
  const { goods, off_shelf: off, excepted, apart, apart_total: kept, companies, companies_all: all } = look
  const beside = [
    off > 0 ? `另有 ${numberText(off)} 种不在售` : '',
    excepted > 0 ? `除外 ${numberText(excepted)} 种` : '',
    `近 30 天销售 ${numberText(look.sales_30d)} 件`,
  ].filter(Boolean)
  return (
    <>
      <p>
        <b className="offer-hit">{numberText(goods)}</b> 种商品在售参加 <span className="muted s12">{beside.join('，')}</span>
      </p>
      <p>
        <b className="offer-hit">{numberText(companies)}</b> 家客户 <span className="muted s12">共 {numberText(all)} 家已通过审核</span>
      </p>
      {companies === 0 && <p className="bad">没有符合条件的客户，发布了也没有人看到。</p>}
      {goods === 0 && <p className="bad">没有在售的商品参加。</p>}
      {kept > 0 && (
        <p className="w s12">
          {numberText(kept)} 种在别的活动价期间不参加：{apart.map(({ name, why }) => `${name}（${why}）`).join('、')}
          {kept > apart.length && ' 等'}
        </p>
      )}
    </>
  )
}

export function BelowSection({ look }: { look: Pick<Look, 'below' | 'below_total'> }) {
  // Who may not see costs is told by coarse bounds.
  const isExact = look.below.some(({ bound }) => bound !== '')
  return (
    <Section title="低于成本或底价">
      <Alert
        type="error"
        showIcon
        className="trouble"
        title={`${numberText(look.below_total)} 种商品活动后${isExact ? '低于' : '接近或低于'}成本价或底价，${isExact ? '批准人会看到这一条' : '确实低于的，批准人会看到'}`}
      />
      <table className="tb tb-in">
        <thead>
          <tr>
            <th>商品</th>
            <th className="num">现价</th>
            <th className="num">优惠后</th>
            <th className="num">低于</th>
          </tr>
        </thead>
        <tbody>
          {look.below.map(({ id, name, price, after, tier, below, bound }) => (
            <tr key={id} title={tier}>
              <td>{name}</td>
              <td className="num">
                <Money yuan={price} />
              </td>
              <td className="num bad">{after === '' ? '—' : <Money yuan={after} strong />}</td>
              <td className="num">
                {below === 'cost' ? '成本 ' : '底价 '}
                {bound !== '' && <Money yuan={bound} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Overlaps({ look }: { look: Look }) {
  return (
    <Section title="同时的活动" note="同样的商品，客户也有交集">
      <table className="tb tb-in">
        <tbody>
          {look.overlaps.map(({ id, name, kind_name: kind, ends_at: until, goods, rule }) => (
            <tr key={id}>
              <td>
                <span className="chip">{kind}</span> {name}
              </td>
              <td className="num nowrap">{goods === 0 ? '全部商品' : `${numberText(goods)} 种`}</td>
              <td className="nowrap s12 muted">到 {endWords(until)}</td>
              <td className="s12">{rule}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
