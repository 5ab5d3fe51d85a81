import { useAsk } from '../../api/ask.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { calls } from './calls.ts'

/** Over all versions; cancelled orders count for nothing. */
export function ResultTab({ id }: { id: number }) {
  return (
    <Loaded of={useAsk(calls.result, { params: { id } })}>
      {({ orders, companies, amount, reduction, units, gifts }) => (
        <>
          <Section title="成效" note="各版合计，不算取消的订单">
            <Facts
              items={[
                ['订单', `${numberText(orders)} 张`],
                ['企业', `${numberText(companies)} 家`],
                ['订单金额', <Money key="amount" yuan={amount} strong />],
                ['减免、返现', <Money key="reduction" yuan={reduction} />],
                ['赠出、换购', `${numberText(units)} 件`],
              ]}
            />
          </Section>
          {gifts.length > 0 && (
            <Section title="赠品与换购（现在这一版）">
              <table className="tb tb-in">
                <thead>
                  <tr>
                    <th>商品</th>
                    <th className="num">已给</th>
                    <th className="num">总量</th>
                  </tr>
                </thead>
                <tbody>
                  {gifts.map((gift) => (
                    <tr key={gift.id}>
                      <td>{gift.name}</td>
                      <td className="num">
                        {numberText(gift.taken)} {gift.unit}
                      </td>
                      <td className="num">{gift.quota === 0 ? '不限' : numberText(gift.quota)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Section>
          )}
        </>
      )}
    </Loaded>
  )
}
