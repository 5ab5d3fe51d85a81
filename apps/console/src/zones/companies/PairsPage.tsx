import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import type { PairSideWire } from '#contract/company-pairs.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { toneOfReview } from '../../parts/company-tones.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { StateViews } from '../../parts/StateViews.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { MergePair } from './MergePair.tsx'
import './companies.css'

type Pairs = typeof import('#contract/company-pairs.ts')['staffCompanyPairs']
type Row = RowOf<Pairs>

const Name = ({ of }: { of: PairSideWire }) => (
  <>
    <b>{of.name}</b> <small className="muted">{of.type}</small>
  </>
)

const COLUMNS: Columns<Pairs> = [
  { title: '企业', key: 'first', ellipsis: true, render: (_, { first }) => <Name of={first} /> },
  { title: '与之疑似重复', key: 'second', ellipsis: true, render: (_, { second }) => <Name of={second} /> },
  {
    title: '相同之处',
    dataIndex: 'sign_names',
    render: (names: readonly string[]) => (
      <span className="row row-wrap">
        {names.map((name) => (
          <span key={name} className="chip chip-warn">
            {name}
          </span>
        ))}
      </span>
    ),
  },
  { title: '发现于', dataIndex: 'found_at', render: (at: string) => <When at={at} short /> },
]

const LINES: readonly [name: string, of: (side: PairSideWire) => string][] = [
  ['类型', ({ type }) => type],
  ['信用代码', ({ credit_code: code }) => code],
  ['证照编号', ({ licences }) => licences.join('、')],
  ['法人代表', ({ legal_person: person }) => person],
  ['经营地址', ({ place }) => place],
  ['联系人', ({ contact }) => contact],
  ['电话', ({ phone }) => phone],
  ['ERP 编码', ({ code }) => code],
  ['等级', ({ rank }) => rank],
  ['客户经理', ({ manager }) => manager],
  ['登录人数', ({ people }) => numberText(people)],
  ['订单', ({ orders }) => (orders >= 1_000 ? '1,000+' : numberText(orders))],
]

/** Both beside one another; what is the same is set off. */
function Beside({ first, second }: Pick<Row, 'first' | 'second'>) {
  return (
    <table className="tb tb-in pair-table">
      <thead>
        <tr>
          <th />
          {[first, second].map((side) => (
            <th key={side.id}>
              <To to={`companies/${side.id}`}>{side.name}</To>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td className="muted">状态</td>
          {[first, second].map((side) => (
            <td key={side.id}>
              <StateTag tone={toneOfReview(side.review_state)}>{side.review_name}</StateTag>
            </td>
          ))}
        </tr>
        {LINES.map(([name, of]) => {
          const isSame = of(first) === of(second) && of(first) !== ''
          return (
            <tr key={name}>
              <td className="muted">{name}</td>
              {[first, second].map((side) => (
                <td key={side.id} className={isSame ? 'strong' : ''}>
                  {of(side) || <span className="muted">—</span>}
                </td>
              ))}
            </tr>
          )
        })}
        <tr>
          <td className="muted">最近下单</td>
          {[first, second].map((side) => (
            <td key={side.id}>
              <When at={side.last_ordered_at} short />
            </td>
          ))}
        </tr>
        <tr>
          <td className="muted">建档于</td>
          {[first, second].map((side) => (
            <td key={side.id}>
              <When at={side.created_at} short />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Look({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  const deed = useDeed(calls.pairDecide, { done: '已记下', outdates: [calls.pairs] })
  const reason = useReason(deed.problem)
  const can = may('companies.review')
  const isOpen = row.state === 'open'
  const both = `${row.first.name} 与 ${row.second.name}`
  const judge = (): void =>
    reason.ask(
      isOpen
        ? {
            title: '不是同一家',
            what: `${both}：不再列为疑似重复；以后又出现新的相同之处时会再列出。两家的资料都不变。`,
            ok: '不是同一家',
            usual: ['实地核对，是两家', '总部与门店，各有证照', '同一老板的两家店', '前一家已注销，地址由后一家接手'],
            run: (text) => deed.run({ params: { id: row.id, decision: 'apart' }, body: { reason: text } }),
          }
        : {
            title: '重新判定',
            what:
              row.state === 'merged'
                ? `${both}：重新列为疑似重复。合并时进来的人随即退出保留的那家；另一家仍冻结，核实后可以解冻。`
                : `${both}：重新列为疑似重复。`,
            ok: '重新判定',
            run: (text) => deed.run({ params: { id: row.id, decision: 'open' }, body: { reason: text } }),
          },
    )
  useKeys([{ key: 'A', what: isOpen ? '不是同一家' : '重新判定', run: judge, when: can }])
  return (
    <SideDrawer
      title="疑似重复"
      note={row.sign_names.join(' · ')}
      onClose={onClose}
      foot={
        can && (
          <Button className="grow" onClick={judge}>
            {isOpen ? '不是同一家…' : '重新判定…'} <Kbd of="A" />
          </Button>
        )
      }
    >
      <Section title="两家对照" note="相同的以粗体标出">
        <Beside {...row} />
      </Section>
      {row.state === 'apart' && (
        <Section title="判定">
          <p>
            {row.decided_by} <When at={row.decided_at} short /> 判定不是同一家：{row.reason}
          </p>
        </Section>
      )}
      {row.state === 'merged' && (
        <Section title="判定">
          <p>
            {row.decided_by} <When at={row.decided_at} short /> 合并，保留{' '}
            <To to={`companies/${row.kept_id}`}>{row.kept_id === row.first.id ? row.first.name : row.second.name}</To>：{row.reason}
          </p>
        </Section>
      )}
      {isOpen && can && <MergePair pair={row} />}
      {reason.dialog}
    </SideDrawer>
  )
}

/** Companies that may be one and the same, two beside one another. */
export default function PairsPage() {
  const state = useSearchParams()[0].get('state') ?? ''
  return (
    <ListPage
      what="疑似重复"
      list={calls.pairs}
      columns={COLUMNS}
      fixed={state ? { state } : {}}
      top={() => (
        <StateViews
          name="state"
          otherwise=""
          views={[
            { value: '', text: '待判定' },
            { value: 'apart', text: '不是同一家' },
            { value: 'merged', text: '已合并' },
          ]}
        />
      )}
      drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
      empty={state ? '还没有判定过' : '没有疑似重复的企业'}
    />
  )
}
