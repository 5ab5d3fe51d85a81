import type { CompanyWhyWire } from '#contract/company-desk.ts'
import { Section } from './Section.tsx'

const WHO: Readonly<Record<CompanyWhyWire['reasons'][number]['who'], string>> = {
  company: '企业本身',
  law: '法律',
  goods: '这个商品',
  place: '收货地址',
}

/** Why a company cannot buy these goods, each reason with what leads on. */
export function WhyAnswer({ why }: { why: CompanyWhyWire }) {
  return (
    <Section
      title={`${why.goods.name} ${why.goods.spec}`}
      note={`${why.goods.manufacturer} · ${why.goods.scope}${why.place ? ` · 送 ${why.place}` : ''}`}
    >
      {why.can_buy === 1 ? (
        <p className="ok">
          <b className="ok">现在可以购买</b>：资质、范围、地区、价格、库存、限购都没有拦。
        </p>
      ) : (
        <>
          <p className="bad refusal-sum">现在不能购买，{why.reasons.length} 个原因，全部解决后才能买：</p>
          <ol className="refusals" aria-label="不能购买的原因">
            {why.reasons.map(({ code, message, way_on, who }) => (
              <li key={`${code}${message}`}>
                <span className="chip chip-warn">{WHO[who]}</span>
                <b>{message}</b>
                <span className="muted">怎么办：{way_on}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Section>
  )
}
