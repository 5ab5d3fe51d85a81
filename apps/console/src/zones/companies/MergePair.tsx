import { Button, Radio } from 'antd'
import { useState } from 'react'
import type { CompanyPairWire } from '#contract/company-pairs.ts'
import { useAsk } from '../../api/ask.ts'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { calls } from './calls.ts'

/** Kept: what has been bought from the longest, else what was there first. */
const likelier = ({ first, second }: CompanyPairWire): number => (second.orders > first.orders ? second.id : first.id)

/** Which of the two stays, what is in the way, and who will sign in for it. */
export function MergePair({ pair }: { pair: CompanyPairWire }) {
  const [keep, setKeep] = useState(() => likelier(pair))
  const word = useSecondPerson('company.merge')
  const { data } = useAsk(calls.mergeLook, { params: { id: pair.id }, query: { keep } })
  const deed = useDeed(calls.merge, { done: '已合并', outdates: [calls.pairs, calls.company, calls.companies] })
  const reason = useReason(deed.problem)
  const [kept, gone] = pair.first.id === keep ? [pair.first, pair.second] : [pair.second, pair.first]
  const ask = (): void =>
    reason.ask({
      title: `${gone.name} 并入 ${kept.name}`,
      what: `${gone.name} 不再下单，它的订单、单据、往来照旧留在原档案；${data?.people.join('、') || '没有人'} 今后可以登录 ${kept.name}，用它的价格和余额。`,
      ok: word('合并'),
      danger: true,
      usual: ['导入时建了两份档案', '重复注册', '换证后另建了档案'],
      run: (text) => deed.run({ params: { id: pair.id }, body: { keep, reason: text } }),
    })
  return (
    <Section title="确是同一家时">
      <Radio.Group
        value={keep}
        onChange={({ target }) => setKeep(target.value)}
        options={[pair.first, pair.second].map((side) => ({ value: side.id, label: `保留 ${side.name}` }))}
        vertical
      />
      {data && data.obstacles.length > 0 && (
        <div className="merge-words">
          <b>{gone.name} 还不能并入：</b>
          <ul>
            {data.obstacles.map(({ name, how }) => (
              <li key={name}>
                {name}：<span className="muted">{how}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {data && data.obstacles.length === 0 && (
        <div className="merge-words">
          <p className="muted s12">
            {gone.name} 不再下单，档案照旧；可登录它的 {data.people.length} 人今后也能登录 {kept.name}
            {data.points > 0 && `；${numberText(data.points)} 积分转过去`}。合错了可以重新判定。
          </p>
          <Button danger onClick={ask} loading={deed.isBusy}>
            {word('合并')}…
          </Button>
        </div>
      )}
      {reason.dialog}
    </Section>
  )
}
