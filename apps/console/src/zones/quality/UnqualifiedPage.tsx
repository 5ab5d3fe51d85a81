import { Button } from 'antd'
import { Link } from 'react-router'
import { UNQUALIFIED_STATES } from '#contract/constants.ts'
import type { UnqualifiedState, UnqualifiedWay, UnqualifiedWire } from '#contract/unqualified.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useSecondPerson } from '../../parts/second-person.ts'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { useWarehouseFilter } from '../../parts/useWarehouses.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { RegisterTools } from './RegisterTools.tsx'

type Unqualified = typeof import('#contract/unqualified.ts')['staffUnqualified']

const TONES = { found: 'waiting', bad: 'wrong', fine: 'done', gone: 'closed' } as const satisfies Record<UnqualifiedState, string>

const COLUMNS: Columns<Unqualified> = [
  { title: '编号', dataIndex: 'no', width: 160, render: (no: string) => <b>{no}</b> },
  { title: '登记', dataIndex: 'found_at', width: 104, render: (at: string) => <When at={at} short /> },
  { title: '商品', dataIndex: 'name', render: (name: string, { spec }) => `${name} ${spec}` },
  { title: '批号', dataIndex: 'batch_no', width: 110 },
  { title: '有效期至', dataIndex: 'expiry_date', width: 100 },
  { title: '仓库', dataIndex: 'warehouse', width: 90 },
  { title: '数量', dataIndex: 'number', align: 'right', width: 80, render: (number: number, { unit }) => `${number} ${unit}` },
  { title: '来源', dataIndex: 'source_name', width: 84 },
  { title: '原因', dataIndex: 'reason', ellipsis: true },
  {
    title: '状态',
    dataIndex: 'state',
    width: 130,
    render: (state: UnqualifiedState, { state_name, way_name }) => (
      <StateTag tone={TONES[state]}>{state === 'gone' ? `已${way_name}` : state_name}</StateTag>
    ),
  },
  { title: '登记人', dataIndex: 'finder', width: 80 },
  { title: '判定人', dataIndex: 'judge', width: 80 },
]

/** What became of it, step by step, with who did each. */
function Steps({ one }: { one: UnqualifiedWire }) {
  return (
    <Section title="经过">
      <Facts
        flat
        items={[
          ['登记', <When key="f" at={one.found_at} />],
          ['登记人', one.finder],
          ['原因', one.reason],
          ...(one.judged_at
            ? ([
                ['判定', <When key="j" at={one.judged_at} />],
                ['判定人', one.judge],
                ['意见', `${one.state === 'fine' ? '合格' : '不合格'}：${one.verdict}`],
              ] as const)
            : []),
          ...(one.disposed_at
            ? ([
                [one.way_name, <When key="d" at={one.disposed_at} />],
                ['处置人', one.disposer],
                ['批准、监督人', one.witness || '应急授权，无'],
                ['说明', one.disposal],
              ] as const)
            : []),
        ]}
      />
    </Section>
  )
}

function useDeeds(one: UnqualifiedWire) {
  const outdates = [calls.unqualified, calls.batches]
  const judge = useDeed(calls.unqualifiedJudge, {
    done: ({ state }) => (state === 'bad' ? '已判为不合格，等仓储处置' : '已判为合格；批号仍锁着，可以另行解锁'),
    outdates,
  })
  const dispose = useDeed(calls.unqualifiedDispose, { done: '已处置，库存随即减少', outdates })
  const said = useSecondPerson('unqualified.dispose')
  const reason = useReason(judge.problem || dispose.problem)
  const what = `${one.name} ${one.spec} 批号 ${one.batch_no}，${one.number} ${one.unit}`
  const askJudge = (verdict: 'bad' | 'fine') =>
    reason.ask({
      title: verdict === 'bad' ? '判为不合格' : '判为合格',
      what: verdict === 'bad' ? `${what}：由仓储销毁或退回，质量批准。` : `${what}：批号仍锁着，解锁须另一位质量人员批准。`,
      ok: verdict === 'bad' ? '不合格' : '合格',
      danger: verdict === 'bad',
      usual: verdict === 'bad' ? ['性状不符合规定', '包装破损污染', '超过有效期'] : ['复检合格', '仅外箱破损，内包装完好'],
      run: (text) => judge.run({ params: { id: one.id }, body: { verdict, reason: text } }),
    })
  const askDispose = (way: UnqualifiedWay) =>
    reason.ask({
      title: way === 'destroy' ? '销毁' : '退回供货单位',
      what: `${what}：质量部门批准后从库存减去。`,
      ok: said(way === 'destroy' ? '销毁' : '退回'),
      danger: true,
      usual: way === 'destroy' ? ['送指定单位焚毁，两人在场'] : ['供货单位同意退货'],
      run: (text) => dispose.run({ params: { id: one.id }, body: { way, reason: text } }),
    })
  return { reason, askJudge, askDispose }
}

function Look({ one, onClose }: { one: UnqualifiedWire; onClose: () => void }) {
  const may = useMay()
  const { reason, askJudge, askDispose } = useDeeds(one)
  const mayJudge = one.state === 'found' && may('unqualified.judge')
  const mayDispose = one.state === 'bad' && may('unqualified.dispose')
  useKeys([
    { key: 'B', what: '判为不合格', run: () => askJudge('bad'), when: mayJudge },
    { key: 'G', what: '判为合格', run: () => askJudge('fine'), when: mayJudge },
    { key: 'D', what: '销毁', run: () => askDispose('destroy'), when: mayDispose },
    { key: 'R', what: '退回供货单位', run: () => askDispose('return'), when: mayDispose },
  ])
  return (
    <SideDrawer
      title={one.no}
      note={one.state_name}
      onClose={onClose}
      foot={
        (mayJudge || mayDispose) && (
          <>
            {mayJudge && (
              <>
                <Button onClick={() => askJudge('fine')}>
                  合格… <Kbd of="G" />
                </Button>
                <Button type="primary" danger className="grow" onClick={() => askJudge('bad')}>
                  不合格… <Kbd of="B" />
                </Button>
              </>
            )}
            {mayDispose && (
              <>
                <Button onClick={() => askDispose('return')}>
                  退回… <Kbd of="R" />
                </Button>
                <Button type="primary" danger className="grow" onClick={() => askDispose('destroy')}>
                  销毁… <Kbd of="D" />
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <Section
        title="药品"
        action={
          one.intake_id !== null ? (
            <Link className="link" to={`/warehouse/receive/${one.intake_id}`}>
              收货单
            </Link>
          ) : (
            one.state === 'gone' && (
              <Link className="link" to={`/warehouse/movements?document_no=${one.no}`}>
                库存流水
              </Link>
            )
          )
        }
      >
        <Facts
          flat
          items={[
            ['商品', `${one.name} ${one.spec}`],
            ['厂家', one.maker],
            ['批号', one.batch_no],
            ['有效期至', one.expiry_date],
            ['仓库', one.warehouse],
            ['数量', `${one.number} ${one.unit}`],
            ['来源', one.source_name],
          ]}
        />
      </Section>
      <Steps one={one} />
      {reason.dialog}
    </SideDrawer>
  )
}

/** 不合格药品台账: found, judged, gone; what waits for quality and what waits for the warehouse. */
export default function UnqualifiedPage() {
  const may = useMay()
  const warehouse = useWarehouseFilter()
  return (
    <ListPage
      what="不合格药品"
      list={calls.unqualified}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'words', text: '编号、批号或商品', width: 200 },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: Object.entries(UNQUALIFIED_STATES).map(([value, text]) => ({ value, text })),
        },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '登记' },
        ...warehouse,
      ]}
      rowTone={({ state }) => (state === 'found' ? 'is-warn' : '')}
      drawer={(one, close) => <Look key={one.id} one={one} onClose={close} />}
      actions={
        <>
          {may('unqualified.report') && <To to="warehouse/batches?there=1">从批号登记</To>}
          <RegisterTools kind="unqualified" title="不合格药品台账" />
        </>
      }
    />
  )
}
