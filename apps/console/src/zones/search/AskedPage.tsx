import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { When } from '../../parts/When.tsx'
import { AddWord } from './AddWord.tsx'
import { calls } from './calls.ts'
import { EMPTY_WORD } from './kinds.ts'
import './search.css'

type Asked = typeof import('#contract/searchlab.ts')['staffSearchAsked']

const DAYS = [
  { value: '7', text: '近 7 天' },
  { value: '90', text: '近 90 天' },
  { value: '180', text: '近 180 天' },
]

const some = (count: number) => (count === 0 ? '' : count)
const COLUMNS: Columns<Asked> = [
  { title: '搜索词', dataIndex: 'words', ellipsis: true, render: (words: string) => <b>{words}</b> },
  { title: '次数', dataIndex: 'times', align: 'right', width: 80 },
  { title: '企业', dataIndex: 'companies', align: 'right', width: 80 },
  {
    title: '最近找到',
    dataIndex: 'hits',
    align: 'right',
    width: 100,
    render: (hits: number) => (hits === 0 ? <span className="st st-wrong">没有</span> : hits),
  },
  { title: '没找到', dataIndex: 'none', align: 'right', width: 80, render: some },
  { title: '按近似词', dataIndex: 'corrected', align: 'right', width: 90, render: some },
  { title: '打开商品', dataIndex: 'opened', align: 'right', width: 90, render: some },
  { title: '加购', dataIndex: 'cart', align: 'right', width: 70, render: some },
  { title: '下单', dataIndex: 'ordered', align: 'right', width: 70, render: some },
  { title: '最近一次', dataIndex: 'last_at', width: 150, render: (at: string) => <When at={at} /> },
]

function Next({ words, days }: { words: string; days: number }) {
  const answer = useAsk(calls.next, { query: { words, days } })
  return (
    <Loaded of={answer}>
      {({ searches, goods }) => (
        <>
          <Section title="接着搜" note="十分钟内同一企业的下一次">
            {searches.length === 0 && <p className="muted">没有接着搜别的词</p>}
            <ul className="lab-next">
              {searches.map((one) => (
                <li key={one.words}>
                  <Link className="link" to={`/marketing/search?q=${encodeURIComponent(one.words)}`}>
                    {one.words}
                  </Link>
                  <span className="muted">
                    {one.times} 次，找到 {one.hits}
                  </span>
                </li>
              ))}
            </ul>
          </Section>
          <Section title="看了、买了什么" note="半小时内">
            {goods.length === 0 && <p className="muted">没有打开商品，也没有加购</p>}
            <ul className="lab-next">
              {goods.map((one) => (
                <li key={one.goods_id}>
                  <span>
                    {one.name} {one.spec} <span className="muted">{one.maker}</span>
                  </span>
                  <span className="muted">
                    {[one.opened && `打开 ${one.opened}`, one.cart && `加购 ${one.cart}`, one.ordered && `下单 ${one.ordered}`]
                      .filter(Boolean)
                      .join('，')}
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </Loaded>
  )
}

function AskedDrawer({ row, onClose }: { row: RowOf<Asked>; onClose: () => void }) {
  const may = useMay()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  return (
    <SideDrawer
      title={row.words}
      note={`${row.times} 次`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => void navigate(`/marketing/search?q=${encodeURIComponent(row.words)}`)}>试搜</Button>
          {may('search.change') && (
            <Button type="primary" className="grow" onClick={() => setAdding(true)}>
              加入搜索词…
            </Button>
          )}
        </>
      }
    >
      <Next words={row.words} days={Number(params.get('days') ?? 30)} />
      {isAdding && <AddWord begun={{ ...EMPTY_WORD, words: row.words }} onClose={() => setAdding(false)} />}
    </SideDrawer>
  )
}

/** What buyers ask the search box, how often, and what came of it. */
export default function AskedPage() {
  return (
    <ListPage
      what="搜索词"
      list={calls.asked}
      columns={COLUMNS}
      rowKey={({ words }) => words}
      filters={[
        { kind: 'search', name: 'keywords', text: '搜索词', width: 240 },
        {
          kind: 'choice',
          name: 'result',
          text: '结果',
          choices: [
            { value: 'none', text: '没有找到' },
            { value: 'corrected', text: '按近似词找到' },
          ],
        },
        { kind: 'choice', name: 'days', text: '近 30 天', choices: DAYS },
      ]}
      drawer={(row, close) => <AskedDrawer key={row.words} row={row} onClose={close} />}
      empty="这段时间没有人搜索；记录保存 180 天，只记企业，不记个人"
    />
  )
}
