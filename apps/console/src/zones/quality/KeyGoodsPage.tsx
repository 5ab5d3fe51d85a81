import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { CARE_MANY_MAX, KEY_GOODS_STATES } from '#contract/constants.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateViews } from '../../parts/StateViews.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { RegisterTools } from './RegisterTools.tsx'

type KeyGoods = typeof import('#contract/care.ts')['staffCareGoods']
type Row = RowOf<KeyGoods>

const COLUMNS: Columns<KeyGoods> = [
  { title: '编码', dataIndex: 'code', width: 100 },
  {
    title: '商品',
    dataIndex: 'name',
    render: (name: string, { spec, dosage_form }) => (
      <>
        <b>{name}</b> <span className="muted s12">{[dosage_form, spec].filter(Boolean).join(' ')}</span>
      </>
    ),
  },
  { title: '厂家', dataIndex: 'maker', ellipsis: true },
  { title: '储藏', dataIndex: 'storage', ellipsis: true, responsive: [] },
  { title: '在库批号', dataIndex: 'batches', align: 'right', width: 84 },
  {
    title: '规则提示',
    dataIndex: 'grounds',
    width: 210,
    render: (grounds: readonly string[], { lapsed }) => (
      <span className="row">
        {grounds.map((one) => (
          <span key={one} className="chip chip-warn">
            {one}
          </span>
        ))}
        {lapsed === 1 && <span className="muted s12">规则不再提示</span>}
      </span>
    ),
  },
  { title: '确认理由', dataIndex: 'reason', ellipsis: true, responsive: ['xxl'] },
  { title: '确认人', dataIndex: 'decider', width: 90, responsive: [] },
  { title: '确认', dataIndex: 'decided_at', width: 96, responsive: [], render: (at: string | null) => <When at={at} short /> },
]

const USUAL = {
  key: ['储存条件有特殊要求', '易变质，须每月检查', '首营品种，观察质量稳定性', '曾出现不合格'],
  general: ['质量稳定，按季检查即可', '首营满一年，质量稳定'],
}

function useDecide() {
  const deed = useDeed(calls.keyGoodsDecide, {
    done: ({ decided }) => `已确认 ${decided} 个品种`,
    outdates: [calls.keyGoods, calls.careDue],
  })
  const reason = useReason(deed.problem)
  const ask = (rows: readonly Row[], isKey: boolean, after: () => void): void => {
    const [first] = rows
    const what = rows.length === 1 && first ? `${first.name} ${first.spec}` : `${rows.length} 个品种`
    reason.ask({
      title: isKey ? '列为重点养护' : '按一般养护',
      what: isKey ? `${what}：每月检查一次。` : `${what}：每季检查一次；出现新的原因时会再次提出。近效期的批号仍每月检查。`,
      ok: isKey ? '列为重点' : '按一般',
      usual: isKey ? USUAL.key : USUAL.general,
      run: async (text) => {
        const isDone = await deed.run({ body: { goods_ids: rows.map(({ id }) => id), key: isKey ? 1 : 0, reason: text } })
        if (isDone) after()
        return isDone
      },
    })
  }
  return { ask, dialog: reason.dialog }
}

function Look({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  const { ask, dialog } = useDecide()
  const mayDecide = may('care.confirm')
  useKeys([
    { key: 'A', what: '列为重点养护', run: () => ask([row], true, onClose), when: mayDecide },
    { key: 'R', what: '按一般养护', run: () => ask([row], false, onClose), when: mayDecide },
  ])
  return (
    <SideDrawer
      title={row.name}
      note={`${row.code} · ${KEY_GOODS_STATES[row.state]}`}
      onClose={onClose}
      foot={
        mayDecide && (
          <>
            <Button onClick={() => ask([row], false, onClose)}>
              按一般养护… <Kbd of="R" />
            </Button>
            <Button type="primary" onClick={() => ask([row], true, onClose)}>
              列为重点… <Kbd of="A" />
            </Button>
          </>
        )
      }
    >
      <Section title="品种" action={<To to={`warehouse/care?state=all&words=${encodeURIComponent(row.code)}`}>在库批号</To>}>
        <Facts
          items={[
            ['规格', row.spec],
            ['剂型', row.dosage_form],
            ['生产厂家', row.maker],
            ['储藏', row.storage],
            ['规则提示', row.grounds.join('、')],
          ]}
        />
      </Section>
      {row.decided_at !== null && (
        <Section title="最近的确认">
          <Facts
            items={[
              ['理由', row.reason],
              ['确认人', row.decider],
              ['时间', <When key="at" at={row.decided_at} />],
            ]}
          />
        </Section>
      )}
      {dialog}
    </SideDrawer>
  )
}

function Many({ rows, clear }: { rows: readonly Row[]; clear: () => void }) {
  const { ask, dialog } = useDecide()
  if (rows.length > CARE_MANY_MAX) return <span className="w">一次最多 {CARE_MANY_MAX} 个品种</span>
  return (
    <>
      <Button size="small" onClick={() => ask(rows, true, clear)}>
        列为重点养护…
      </Button>
      <Button size="small" onClick={() => ask(rows, false, clear)}>
        按一般养护…
      </Button>
      {dialog}
    </>
  )
}

/** 重点养护品种: the rule proposes, quality confirms with a reason; the form is printed from what was confirmed. */
export default function KeyGoodsPage() {
  const may = useMay()
  const [params] = useSearchParams()
  const state = params.get('state') ?? 'proposed'
  return (
    <ListPage
      what="品种"
      list={calls.keyGoods}
      columns={COLUMNS}
      fixed={{ state }}
      filters={[{ kind: 'search', name: 'words', text: '编码、名称或条码', width: 200 }]}
      top={({ counts }) => (
        <StateViews
          name="state"
          otherwise="proposed"
          views={counts.map((one) => ({ value: one.state, text: KEY_GOODS_STATES[one.state], count: one.count }))}
        />
      )}
      {...(may('care.confirm') && { bulk: (rows: readonly Row[], clear: () => void) => <Many rows={rows} clear={clear} /> })}
      drawer={(row, close) => <Look key={row.id} row={row} onClose={close} />}
      empty={state === 'proposed' ? '没有待确认的品种' : '没有这一类的品种'}
      actions={<RegisterTools kind="care_goods" title="重点养护品种确认表" />}
    />
  )
}
