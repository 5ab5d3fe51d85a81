import { Button } from 'antd'
import type { StaffGoodsWire } from '#contract/stock.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag, type Tone } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Goods = typeof import('#contract/stock.ts')['staffGoodsList']

const TONES: Readonly<Record<StaffGoodsWire['state'], Tone>> = { on: 'done', off: 'closed', stopped: 'wrong' }
const CHOICES = [
  { value: 'on', text: '在售' },
  { value: 'off', text: '未上架' },
  { value: 'stopped', text: '已停售' },
]

const COLUMNS: Columns<Goods> = [
  { title: '编码', dataIndex: 'code', width: 110 },
  { title: '商品', dataIndex: 'name', render: (name: string) => <b>{name}</b> },
  { title: '规格', dataIndex: 'spec' },
  { title: '生产企业', dataIndex: 'manufacturer', ellipsis: true },
  { title: '可售数量', dataIndex: 'available', align: 'right', render: numberText },
  { title: '状态', dataIndex: 'state', render: (_, { state, state_name }) => <StateTag tone={TONES[state]}>{state_name}</StateTag> },
  {
    title: '原因',
    key: 'reason',
    ellipsis: true,
    render: (_, { stopped_reason, off_shelf_reason }) => stopped_reason || off_shelf_reason || <span className="muted">—</span>,
  },
]

function Look({ goods, onClose }: { goods: StaffGoodsWire; onClose: () => void }) {
  const may = useMay()
  const isStopped = goods.state === 'stopped'
  const deed = useDeed(calls.sale, { done: isStopped ? '已恢复' : '已停售', outdates: [calls.goods] })
  const reason = useReason(deed.problem)
  const can = may(isStopped ? 'goods.resume' : 'goods.stop')
  const ask = () =>
    reason.ask({
      title: isStopped ? '恢复销售' : '停售商品',
      what: isStopped ? (
        <>
          <b>{goods.name}</b> {goods.spec} 回到停售前的上架状态；停售原因：{goods.stopped_reason}
        </>
      ) : (
        <>
          <b>{goods.name}</b> {goods.spec} 随即不能购买，{numberText(goods.available)}{' '}
          件可售库存不再销售；导入也不会使它重新上架，直到质量部门恢复。
        </>
      ),
      ok: isStopped ? '恢复销售' : '停售',
      danger: !isStopped,
      usual: isStopped
        ? ['质量复查合格', '说明书或包装已更正', '监管部门已解除']
        : ['药监通知', '质量投诉核查中', '说明书或包装有误', '供货资料到期'],
      run: (text) => deed.run({ params: { id: goods.id, command: isStopped ? 'resume' : 'stop' }, body: { reason: text } }),
    })
  const key = isStopped ? 'R' : 'S'
  useKeys([{ key, what: isStopped ? '恢复销售' : '停售', run: ask, when: can }])
  return (
    <SideDrawer
      title={goods.name}
      note={goods.code}
      onClose={onClose}
      foot={
        can && (
          <Button type="primary" danger={!isStopped} className="grow" onClick={ask}>
            {isStopped ? '恢复销售…' : '停售…'} <Kbd of={key} />
          </Button>
        )
      }
    >
      <Section title="商品">
        <Facts
          items={[
            [
              '状态',
              <StateTag key="state" tone={TONES[goods.state]}>
                {goods.state_name}
              </StateTag>,
            ],
            ['规格', goods.spec],
            ['生产企业', goods.manufacturer],
            ['批准文号', goods.approval_no],
            ['可售数量', numberText(goods.available)],
            ...(goods.off_shelf_reason && !isStopped ? ([['未上架因为', goods.off_shelf_reason]] as const) : []),
          ]}
        />
      </Section>
      {isStopped && (
        <Section title="停售">
          <Facts
            items={[
              ['原因', goods.stopped_reason],
              ['由谁', goods.stopped_by],
              ['时间', <When key="at" at={goods.stopped_at} />],
            ]}
          />
          {!can && <p className="muted s12">恢复销售由质量部门决定。</p>}
        </Section>
      )}
      {reason.dialog}
    </SideDrawer>
  )
}

export default function SalePage() {
  return (
    <ListPage
      what="商品"
      list={calls.goods}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '编码、名称、首字母、厂家、批准文号', width: 280 },
        { kind: 'choice', name: 'state', text: '状态', choices: CHOICES },
      ]}
      rowTone={({ state }) => (state === 'stopped' ? 'is-warn' : '')}
      drawer={(goods, close) => <Look key={goods.id} goods={goods} onClose={close} />}
    />
  )
}
