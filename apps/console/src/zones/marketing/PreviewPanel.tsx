import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import type { DataOf } from '#contract/call.ts'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { MomentField } from '../../parts/MomentField.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { calls } from './calls.ts'
import { FindPicker } from './FindPicker.tsx'
import type { OfferDraft } from './offer-draft.ts'

type Preview = DataOf<typeof import('#contract/offer-desk.ts')['staffOfferPreview']>

interface Line {
  id: number
  name: string
  number: number
}

const LINES_MAX = 20

/** So much of its first goods as its first tier asks for. */
function sampleOf({ terms, names }: OfferDraft): Line[] {
  const [id] = terms.scope.goods
  const [tier] = terms.tiers
  if (id === undefined) return []
  const number = tier?.measure === 'number' ? Number.parseInt(tier.threshold, 10) : 10
  return [{ id, name: names.goods.get(id) ?? '', number: number > 0 ? number : 10 }]
}

interface Props {
  draft: OfferDraft
  terms: string
  id: number | undefined
}

/** A cart of a company at some moment, by the engine of its own cart. */
export function PreviewPanel({ draft, terms, id }: Props) {
  const [company, setCompany] = useState<{ id: number; name: string } | null>(null)
  const [typed, setTyped] = useState<Line[] | null>(null)
  const [at, setAt] = useState('')
  const lines = typed ?? sampleOf(draft)
  const isWhole = terms !== '' && company !== null && lines.length > 0
  const query = {
    terms,
    company_id: company?.id ?? 0,
    lines: lines.map((line) => `${line.id}:${line.number}`).join(','),
    ...(id !== undefined && { id }),
    ...(at !== '' && { at }),
  }
  const answer = useAsk(calls.preview, { query }, { enabled: isWhole, keepFormer: true })
  return (
    <Section title="在购物车里会怎样" note={company === null ? '选一家企业，按它的价格试算' : ''}>
      <div className="row offer-wrap">
        {company === null ? (
          <FindPicker what="company" label="以哪家企业试算" onChoose={(chosen, name) => setCompany({ id: chosen, name })} />
        ) : (
          <Button onClick={() => setCompany(null)}>{company.name}，换一家</Button>
        )}
        <MomentField label="试算的时间" value={at === '' ? draft.terms.starts_at : at} onChange={setAt} />
      </div>
      {company !== null && lines.length < LINES_MAX && (
        <FindPicker
          what="goods"
          placeholder="加一个商品试算"
          label="试算的商品"
          onChoose={(goods, name) => setTyped([...lines.filter((line) => line.id !== goods), { id: goods, name, number: 10 }])}
        />
      )}
      {isWhole && (
        <Loaded of={answer}>
          {(preview) => (
            <Sheet
              preview={preview}
              lines={lines}
              onNumber={(goods, number) => setTyped(lines.map((line) => (line.id === goods ? { ...line, number } : line)))}
            />
          )}
        </Loaded>
      )}
    </Section>
  )
}

function Sheet({
  preview,
  lines,
  onNumber,
}: {
  preview: Preview
  lines: readonly Line[]
  onNumber: (goods: number, number: number) => void
}) {
  const { before, after, gifts, text, joins } = preview
  return (
    <>
      {joins === 0 && <p className="w s12">这家企业在这个时间不参加：不在客户范围里，或活动没有开始、已经结束。</p>}
      <table className="tb tb-in" aria-label="试算的购物车">
        <thead>
          <tr>
            <th>商品</th>
            <th className="num">单价</th>
            <th className="num">买</th>
            <th className="num">赠</th>
            <th className="num">应付</th>
            <th className="num">折合单价</th>
          </tr>
        </thead>
        <tbody>
          {preview.lines.map((line) => (
            <tr key={line.goods_id}>
              <td>
                {line.name}
                {line.why && <p className="bad s12">{line.why}</p>}
              </td>
              <td className="num">{line.price === '' ? '—' : <Money yuan={line.price} />}</td>
              <td className="num">
                <InputNumber
                  size="small"
                  className="offer-figure"
                  aria-label={`试算 ${line.name} 的数量`}
                  min={1}
                  max={99_999}
                  precision={0}
                  value={lines.find(({ id }) => id === line.goods_id)?.number ?? line.number}
                  onChange={(number) => number !== null && onNumber(line.goods_id, number)}
                />
              </td>
              <td className="num strong">{line.gifts > 0 ? line.gifts : ''}</td>
              <td className="num">
                <Money yuan={line.after} strong />
              </td>
              <td className="num">
                <Money yuan={line.each} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {gifts.length > 0 && <p>赠：{gifts.map(({ name, number, unit }) => `${name} ${number} ${unit}`).join('、')}</p>}
      {text && <p className="muted s12">客户看到：{text}</p>}
      <table className="tb tb-in" aria-label="活动前后">
        <thead>
          <tr>
            <th />
            <th className="num">活动前</th>
            <th className="num">活动后</th>
          </tr>
        </thead>
        <tbody>
          {[...new Set([...before.rows, ...after.rows].map(({ label }) => label))].map((label) => (
            <tr key={label}>
              <td>{label}</td>
              <td className="num">
                <Money yuan={before.rows.find((row) => row.label === label)?.amount ?? null} />
              </td>
              <td className="num">
                <Money yuan={after.rows.find((row) => row.label === label)?.amount ?? null} />
              </td>
            </tr>
          ))}
          <tr>
            <td className="strong">应付</td>
            <td className="num">
              <Money yuan={before.total} strong />
            </td>
            <td className="num">
              <Money yuan={after.total} strong />
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}
