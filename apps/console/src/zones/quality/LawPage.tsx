import { Alert, Button, Input, Tag } from 'antd'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { LawRowWire } from '#contract/law.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { signsMissing } from './law-rules.ts'
import './quality.css'
import { StateViews } from '../../parts/StateViews.tsx'
import { useNextRow } from '../../parts/useNextRow.ts'

type LawGoods = typeof import('#contract/law.ts')['staffLawGoods']

const TONES: Readonly<Record<LawRowWire['state'], Tone>> = { doubtful: 'waiting', barred: 'wrong', unjudged: 'closed' }
const DECISIONS = { release: '放行', bar: '禁售', review: '转质量审核' } as const
const USUAL: Readonly<Record<'release' | 'bar', readonly string[]>> = {
  release: ['已核对药品注册批件，不属于目录所列品种', '已核对说明书成分，与目录品种仅名称相近'],
  bar: ['已核对药品注册批件，属于目录所列品种', '资料不足以排除属于目录品种，先予禁售'],
}

const COLUMNS: Columns<LawGoods> = [
  { title: '编码', dataIndex: 'code' },
  {
    title: '商品',
    dataIndex: 'name',
    render: (name: string, { spec }) => (
      <>
        <b>{name}</b> <span className="muted">{spec}</span>
      </>
    ),
  },
  { title: '批准文号', dataIndex: 'approval_no' },
  { title: '状态', dataIndex: 'state', render: (_, { state, state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag> },
  { title: '类别', dataIndex: 'class' },
  { title: '查到什么', dataIndex: 'reason', ellipsis: true },
]

/** Why it is doubted, and the decision in at least ten signs. */
function Decide({ row }: { row: LawRowWire }) {
  const may = useMay()
  const goOn = useNextRow(calls.lawGoods, 'id')
  const [reason, setReason] = useState('')
  const field = useRef<{ focus: () => void }>(null)
  const deed = useDeed(calls.lawDecide, { done: '', outdates: [calls.lawGoods, calls.law] })
  const open = (['release', 'bar'] as const).filter((one) => may(`law.${one}`))
  const missing = signsMissing(reason)
  const [wish, setWish] = useState<'release' | 'bar'>('release')
  const decide = async (decision: 'release' | 'bar'): Promise<void> => {
    setWish(decision)
    if (missing > 0) return field.current?.focus()
    const { name, approval_no, digest } = row
    const body = { name, approval_no, digest, reason: reason.trim() }
    if (await deed.run({ params: { id: row.id, decision }, body })) goOn(row.id)
  }
  const usual = open.flatMap((decision) => USUAL[decision].map((text) => ({ decision, text })))
  const choose = ({ decision, text }: { decision: 'release' | 'bar'; text: string }): void => {
    setWish(decision)
    setReason(text)
  }
  const finish = open.includes(wish) ? wish : open[0]
  useKeys([
    { key: 'A', what: '放行', run: () => void decide('release'), when: open.includes('release') },
    { key: 'R', what: '禁售', run: () => void decide('bar'), when: open.includes('bar') },
    ...usual.map((one, at) => ({ key: String(at + 1), what: one.text, run: () => choose(one) })),
    {
      key: 'Ctrl+Enter',
      what: finish ? `${DECISIONS[finish]}，依据写好之后` : '',
      run: () => finish && void decide(finish),
      when: finish !== undefined,
    },
  ])
  if (open.length === 0) return null
  return (
    <Section title="决定" note={missing > 0 ? `还差 ${missing} 个字` : '记入决定，事后可查'}>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <Input.TextArea
        ref={field as never}
        aria-label="依据"
        value={reason}
        maxLength={500}
        showCount
        autoSize={{ minRows: 3, maxRows: 8 }}
        placeholder="核对了什么资料、为何放行或禁售（至少 10 个字）"
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="chips">
        {usual.map((one, at) => (
          <Tag.CheckableTag key={one.text} checked={reason === one.text} onChange={() => choose(one)}>
            <Kbd of={String(at + 1)} /> {one.text}
          </Tag.CheckableTag>
        ))}
      </div>
      <div className="row pad">
        {open.map((decision) => (
          <Button
            key={decision}
            type={decision === 'release' ? 'primary' : 'default'}
            danger={decision === 'bar'}
            disabled={missing > 0}
            loading={deed.isBusy}
            onClick={() => void decide(decision)}
          >
            {missing > 0 ? `${DECISIONS[decision]}，还差 ${missing} 个字` : DECISIONS[decision]}{' '}
            <Kbd of={decision === 'release' ? 'A' : 'R'} />
          </Button>
        ))}
      </div>
      <p className="muted s12">{row.held === 1 ? '放行后随即回到上架状态。' : '放行后不会自动上架：它原本就没有上架。'}</p>
    </Section>
  )
}

function Look({ row, onClose }: { row: LawRowWire; onClose: () => void }) {
  return (
    <SideDrawer title={row.name} note={`${row.code} · ${row.state_name}`} onClose={onClose}>
      <Section title="查到什么">
        <p className="finding">{row.reason || '尚未核验'}</p>
        <Facts
          items={[
            ['类别', row.class],
            ['规则', row.rule],
            ['规则版本', row.version],
          ]}
        />
      </Section>
      {row.state === 'doubtful' && <Decide row={row} />}
      <Section title="商品资料">
        <Facts
          items={[
            ['名称', row.name],
            ['通用名', row.generic_name],
            ['商品名', row.trade_name],
            ['规格', row.spec],
            ['生产企业', row.manufacturer],
            ['批准文号', row.approval_no],
            ['分类', row.category],
            ['特殊管理', row.mark],
          ]}
        />
      </Section>
      <Section title="以往的决定" note={row.decisions.length === 0 ? '没有' : `${row.decisions.length} 次`}>
        <ul>
          {row.decisions.map((one) => (
            <li key={one.at}>
              <p>
                <b>{DECISIONS[one.decision]}</b> {one.by} <When at={one.at} />
                {one.approval_no !== row.approval_no && <span className="chip chip-warn">当时文号 {one.approval_no || '无'}</span>}
              </p>
              <p>{one.reason}</p>
            </li>
          ))}
        </ul>
      </Section>
    </SideDrawer>
  )
}

export default function LawPage() {
  const [params] = useSearchParams()
  const state = params.get('state') ?? ''
  // Of the whole state, whichever class is chosen.
  const { data } = useAsk(calls.lawGoods, { query: { per_page: 1, ...(state && { state: state as LawRowWire['state'] }) } })
  const classes = data?.classes ?? []
  return (
    <ListPage
      what="商品"
      list={calls.lawGoods}
      columns={COLUMNS}
      fixed={state ? { state } : {}}
      filters={[
        { kind: 'search', name: 'keywords', text: '编码、名称、批准文号' },
        {
          kind: 'choice',
          name: 'class',
          text: '类别',
          choices: classes.filter((one) => one.class !== '').map((one) => ({ value: one.class, text: `${one.class}（${one.count}）` })),
        },
      ]}
      top={({ counts }) => (
        <StateViews
          name="state"
          otherwise="doubtful"
          views={counts.map((one) => ({ value: one.state, text: one.name, count: one.count }))}
        />
      )}
      empty={state === '' ? '没有待审核的商品' : '没有这种状态的商品'}
      drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
    />
  )
}
