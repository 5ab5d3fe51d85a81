import { Alert, Button, Input, Tag } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { DataOf } from '#contract/call.ts'
import type { SearchPlace } from '#contract/searchlab.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Picker } from '../../parts/Picker.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { AddWord } from './AddWord.tsx'
import { calls } from './calls.ts'
import { EMPTY_WORD, KIND_NAMES, PLACE_NAMES, UNDERSTOOD_NAMES } from './kinds.ts'
import './search.css'

type Tried = DataOf<typeof import('#contract/searchlab.ts')['staffSearchTry']>
type Hit = Tried['list'][number]

function As({ company, onChoose, onVisitor }: { company: string; onChoose: (id: number, label: string) => void; onVisitor: () => void }) {
  const [asked, setAsked] = useState('')
  const { data, isFetching } = useAsk(calls.companies, { query: { keywords: asked } }, { enabled: asked !== '' })
  return (
    <div className="lab-as">
      <span>
        以<b>{company || '访客'}</b>的身份
      </span>
      <Picker
        what="企业"
        placeholder="换一家企业：名称、首字母或编码"
        onAsk={setAsked}
        isFetching={isFetching}
        found={(data?.list ?? []).map(({ id, name, code }) => ({ value: id, label: code ? `${name}（${code}）` : name }))}
        onChoose={onChoose}
      />
      {company && (
        <Button size="small" onClick={onVisitor}>
          改为访客
        </Button>
      )}
    </div>
  )
}

/** How what was typed was understood, and what its words mean besides. */
function Read({ tried, onTry }: { tried: Tried; onTry: (words: string) => void }) {
  const may = useMay()
  return (
    <Section title="怎么理解" note={UNDERSTOOD_NAMES[tried.as] ?? ''}>
      <p className="lab-read">
        {tried.words.map((word) => (
          <Tag key={word}>{word}</Tag>
        ))}
        {tried.unknown.length > 0 && <span className="muted">不认识：{tried.unknown.join('、')}</span>}
      </p>
      {tried.near.length > 0 && (
        <p className="lab-read">
          <span className="muted">您是不是要找</span>
          {tried.near.map((words) => (
            <Button key={words} size="small" onClick={() => onTry(words)}>
              {words}
            </Button>
          ))}
        </p>
      )}
      <ul className="lab-next">
        {tried.meanings.map((one) => (
          <li key={one.id}>
            <span>
              {KIND_NAMES[one.kind]} <b>{one.words.join('、')}</b> → {one.targets.slice(0, 12).join('、')}
              {one.targets.length > 12 && ` 等 ${one.targets.length} 个`}
              {one.note && <span className="muted">（{one.note}）</span>}
            </span>
            {may('search.change') && (
              <Link className="link" to={`/marketing/search-words?keywords=${encodeURIComponent(one.words[0] ?? '')}`}>
                改
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function HitRow({ at, hit, onPin }: { at: number; hit: Hit; onPin: ((goodsId: number, place: SearchPlace) => void) | null }) {
  return (
    <tr>
      <td className="num">{at}</td>
      <td>
        <b>{hit.name}</b> {hit.spec} <span className="muted">{hit.maker}</span>
        {hit.pin !== '' && <span className="chip chip-info">{PLACE_NAMES[hit.pin]}</span>}
      </td>
      <td>{hit.why.join('　')}</td>
      <td className="num">{hit.score}</td>
      <td>
        <StateTag tone={hit.in_stock === 1 ? 'done' : 'closed'}>{hit.in_stock === 1 ? '有货' : '无货'}</StateTag>
      </td>
      <td className="num">{numberText(hit.sales)}</td>
      {onPin && (
        <td className="lab-pin">
          {(['first', 'last'] as const).map((place) => (
            <Button
              key={place}
              size="small"
              disabled={hit.pin === place}
              aria-label={`${PLACE_NAMES[place]} ${hit.name} ${hit.spec} ${hit.maker}`}
              onClick={() => onPin(hit.goods_id, place)}
            >
              {PLACE_NAMES[place]}
            </Button>
          ))}
        </td>
      )}
    </tr>
  )
}

function Hits({ tried, words }: { tried: Tried; words: string }) {
  const can = useMay()('search.change')
  const deed = useDeed(calls.pinAdd, { done: '已设置，约一秒后商城即按它排列', outdates: [calls.tried, calls.pins] })
  const pin = can ? (goodsId: number, place: SearchPlace) => void deed.run({ body: { words, goods_id: goodsId, place } }) : null
  return (
    <Section title="找到什么，什么次序" note={`共 ${numberText(tried.total)} 种，显示前 ${tried.list.length} 种`}>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <div className="lab-hits">
        <table className="tb">
          <thead>
            <tr>
              <th className="num">次序</th>
              <th>商品</th>
              <th>为什么找到</th>
              <th className="num">相关</th>
              <th>库存</th>
              <th className="num">30 天销量</th>
              {pin && <th>对这个词</th>}
            </tr>
          </thead>
          <tbody>
            {tried.list.map((hit, at) => (
              <HitRow key={hit.goods_id} at={at + 1} hit={hit} onPin={pin} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted">先比相关，再比有没有库存，再比销量；该企业买过的，在相关相同的商品里排在前面。</p>
    </Section>
  )
}

/** 搜索实验室: what a buyer finds by these words, why and in which order. What is asked stands in the address. */
export default function LabPage() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [words, company] = [params.get('q') ?? '', Number(params.get('company') ?? 0)]
  const [typed, setTyped] = useState(words)
  const [known, setKnown] = useState(words)
  const [isAdding, setAdding] = useState(false)
  // The address was changed by a link.
  if (known !== words) {
    setKnown(words)
    setTyped(words)
  }
  const set = (said: Record<string, string>): void => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(said)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setParams(next, { replace: true })
  }
  const answer = useAsk(
    calls.tried,
    { query: { keywords: words, ...(company > 0 && { company_id: company }) } },
    { enabled: words !== '', keepFormer: true },
  )
  useKeys([{ key: 'N', what: '把这个词加入搜索词', run: () => setAdding(true), when: may('search.change') && words !== '' }])
  return (
    <div className="record-body lab">
      <Section title="试搜">
        <Input.Search
          aria-label="搜索词"
          placeholder="药名、拼音、商品名、病症、厂家、条码……"
          maxLength={100}
          value={typed}
          autoFocus
          enterButton="试搜"
          onChange={({ target }) => setTyped(target.value)}
          onSearch={(text) => set({ q: text.trim() })}
        />
        <As
          company={company > 0 ? (params.get('name') ?? '') : ''}
          onChoose={(id, label) => set({ company: String(id), name: label })}
          onVisitor={() => set({ company: '', name: '' })}
        />
        {words === '' && <p className="muted">输入一个词，就按商城里同一套搜索回答：怎么理解、找到什么、为什么、什么次序。</p>}
      </Section>
      {words !== '' && (
        <Loaded of={answer}>
          {(tried) => (
            <>
              <Read tried={tried} onTry={(near) => set({ q: near })} />
              {tried.list.length > 0 ? (
                <Hits tried={tried} words={words} />
              ) : (
                <Alert
                  type="warning"
                  showIcon
                  title={`没有找到“${words}”`}
                  action={
                    may('search.change') && (
                      <Button size="small" onClick={() => setAdding(true)}>
                        加入搜索词…
                      </Button>
                    )
                  }
                />
              )}
            </>
          )}
        </Loaded>
      )}
      {isAdding && <AddWord begun={{ ...EMPTY_WORD, words }} onClose={() => setAdding(false)} />}
    </div>
  )
}
